# What every target of ours compiles with. Linked PRIVATE or PUBLIC by each layer's library.
add_library(trainyard_options INTERFACE)
target_compile_features(trainyard_options INTERFACE cxx_std_20)
target_include_directories(trainyard_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_definitions(trainyard_options INTERFACE
    QT_NO_KEYWORDS                     # LibTorch has a function named slots
    QT_NO_CAST_FROM_ASCII
    QT_NO_CAST_TO_ASCII
    QT_NO_URL_CAST_FROM_STRING
    QT_NO_CAST_FROM_BYTEARRAY
    QT_USE_QSTRINGBUILDER
    QT_STRICT_ITERATORS
    QT_DISABLE_DEPRECATED_BEFORE=0x060400
    TRAINYARD_VERSION="${PROJECT_VERSION}")
target_compile_options(trainyard_options INTERFACE -Wall -Wextra -Wpedantic)
if(TRAINYARD_WERROR)
    target_compile_options(trainyard_options INTERFACE -Werror)
endif()
if(TRAINYARD_SANITIZE)
    target_compile_options(trainyard_options INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
    target_link_options(trainyard_options INTERFACE -fsanitize=address,undefined)
endif()

# Ninja does not run AUTOMOC again when a sub-folder lists a new header (CMake 3.25): forgetting when it last ran, at each configure, does.
function(rescan_headers target)
    file(REMOVE "${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/timestamp")
endfunction()
