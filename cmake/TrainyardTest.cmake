# trainyard_add_test(tst_name LIBRARIES lib ... [SOURCES extra.cpp ...] [TIMEOUT seconds] [RUN_SERIAL] [PROGRAMS trainyard ...])
#
# Builds tst_name.cpp of the current folder and registers it with CTest: offscreen, with an empty TRAINYARD_HOME of its own.
# PROGRAMS names targets that the test starts: they are built first.
function(trainyard_add_test name)
    cmake_parse_arguments(ARG "RUN_SERIAL" "TIMEOUT" "LIBRARIES;SOURCES;PROGRAMS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    add_executable(${name} ${name}.cpp ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE trainyard_options Qt6::Test ${ARG_LIBRARIES})
    target_compile_definitions(${name} PRIVATE
        TRAINYARD_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
        TRAINYARD_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
    if(ARG_PROGRAMS)
        add_dependencies(${name} ${ARG_PROGRAMS})
    endif()
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES
        TIMEOUT ${ARG_TIMEOUT}
        RUN_SERIAL ${ARG_RUN_SERIAL}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LANGUAGE=en;LC_ALL=C.UTF-8;TRAINYARD_HOME=${CMAKE_BINARY_DIR}/tests/home/${name};OMP_NUM_THREADS=2")
endfunction()
