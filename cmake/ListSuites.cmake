# Read by ctest: asks `program` for its suites and adds an entry `prefix`.SUITE for each, run in `directory`.
execute_process(COMMAND ${program} --gtest_list_tests OUTPUT_VARIABLE listing RESULT_VARIABLE status ERROR_QUIET)
if(NOT status STREQUAL "0")
  add_test(${prefix}.cannot_list_its_tests ${program} --gtest_list_tests)  # fails, and shows why
  return()
endif()
# "Suite.", or "Instance/Suite/0.  # TypeParam = int"; the tests of a suite follow it, indented.
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\.(\n|  #)" suites "${listing}")
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "[^A-Za-z0-9_/]" "" suite "${suite}")
  add_test(${prefix}.${suite} ${program} "--gtest_filter=${suite}.*" --gtest_brief=1)
  set_tests_properties(${prefix}.${suite} PROPERTIES LABELS ${prefix} TIMEOUT 3000 WORKING_DIRECTORY ${directory})
endforeach()
