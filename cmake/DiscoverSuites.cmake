# Registers each suite of a GoogleTest program as one ctest entry: one entry a program would hide what failed and use one core, one
# entry a test would start a sanitized program hundreds of times.

# grundy_discover_suites(TARGET PREFIX): the suites are asked for when ctest starts, so that building runs nothing.
function(grundy_discover_suites target prefix)
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
  file(GENERATE OUTPUT ${script} CONTENT "set(program \"$<TARGET_FILE:${target}>\")
set(prefix \"${prefix}\")
set(directory \"${PROJECT_SOURCE_DIR}\")
include(\"${PROJECT_SOURCE_DIR}/cmake/ListSuites.cmake\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
endfunction()
