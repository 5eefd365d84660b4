# cmake -D LUPDATE=... -D SOURCE=... -D FOLDER=... [-D CHECK=ON] -P update.cmake
# Reads the sources into FOLDER's .ts files. CHECK: into copies of ours, and fails with every text that has no translation.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/areas.cmake")

set(missing "")
# @p name of the .ts file, its language, further options, then the folders.
function(update_file name language options)
    set(ts "${FOLDER}/${name}.ts")
    if(CHECK)
        file(COPY "${CMAKE_CURRENT_LIST_DIR}/${name}.ts" DESTINATION "${FOLDER}")
    endif()
    list(TRANSFORM ARGN PREPEND "${SOURCE}/" OUTPUT_VARIABLE folders)
    execute_process(COMMAND "${LUPDATE}" -silent -I "${SOURCE}" -locations none -no-obsolete ${options} -source-language en
        -target-language ${language} -extensions cpp,h,ui ${folders} -ts "${ts}" COMMAND_ERROR_IS_FATAL ANY)
    if(CHECK)
        file(READ "${ts}" content)
        string(REGEX REPLACE "[][;]" "_" content "${content}") # characters that CMake's lists read as their own
        string(REGEX MATCHALL "<source>[^<]*</source>[^<]*(<comment>[^<]*</comment>[^<]*)?<translation type=\"unfinished\"" found "${content}")
        foreach(text IN LISTS found)
            string(REGEX REPLACE "<source>([^<]*)</source>.*" "\\1" text "${text}")
            string(APPEND missing "  ${name}: ${text}\n")
        endforeach()
        # A local struct's own name became the context: at run time the text is looked up under another one. Move the struct to file level.
        if(content MATCHES "<name>Text</name>")
            string(APPEND missing "  ${name}: texts of a struct Text inside a function\n")
        endif()
        set(missing "${missing}" PARENT_SCOPE)
    endif()
endfunction()

foreach(area IN LISTS translation_areas)
    string(REPLACE "|" ";" folders "${area}")
    list(POP_FRONT folders name)
    update_file(${name}_zh_CN zh_CN "" ${folders})
endforeach()
update_file(plurals_en en "-pluralonly" ${plural_folders})

if(missing)
    message("${missing}")
    message(FATAL_ERROR "These texts have no translation.")
endif()
