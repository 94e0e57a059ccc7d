# How every target is compiled, and the one way a folder of sources becomes a library.
#
# No link-time optimisation: the hot loops lie within one file each, and an installed libgrundy.a of link-time objects could be
# linked by the compiler that made it only.

# Looked for once: if it came later, every file would have to be compiled again.
if(NOT DEFINED GRUNDY_CCACHE)
  find_program(GRUNDY_CCACHE ccache)
  if(NOT GRUNDY_CCACHE)
    set(GRUNDY_CCACHE "" CACHE FILEPATH "Makes the second build of a file free" FORCE)
  endif()
endif()
mark_as_advanced(GRUNDY_CCACHE)
if(GRUNDY_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # What a precompiled header defines, and when it was made, is left out of what ccache compares.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${GRUNDY_CCACHE})
endif()

# What every source of the project may use: its own headers and the libraries below all layers.
add_library(grundy_internal INTERFACE)
target_compile_options(grundy_internal INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
  # g++ 12 sees overlaps in std::string, uninitialised members of a std::variant and overflows of boost's small_vector that are
  # not there.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow
    -Wno-stringop-overread -Wno-array-bounds>
  # The compiler collects its garbage later: a tenth of its time for a fifth more memory.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-expand=300>)
target_include_directories(grundy_internal INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
# Of fmt the headers: src/base/fmt.cc has its functions.
target_include_directories(grundy_internal SYSTEM INTERFACE ${GRUNDY_BOOST_INCLUDE_DIR}
  $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(grundy_internal INTERFACE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
target_link_libraries(grundy_internal INTERFACE GMP::GMP ISL::ISL Threads::Threads)
if(asmjit_FOUND AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(GRUNDY_JIT ON)
  target_link_libraries(grundy_internal INTERFACE asmjit::asmjit)
  target_compile_definitions(grundy_internal INTERFACE GRUNDY_JIT)
endif()
if(GRUNDY_SANITIZE)
  target_compile_options(grundy_internal INTERFACE -fsanitize=${GRUNDY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(grundy_internal INTERFACE -fsanitize=${GRUNDY_SANITIZE})
endif()

# grundy_together(TARGET): compiles the sources of TARGET in batches, each read as one file, since most of the time of a source goes
# to headers and templates that its neighbours need too: half the time from nothing. So names in unnamed namespaces are unique
# within a target. Sources of Highway's, which include themselves once for each instruction set, stay alone.
function(grundy_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${GRUNDY_TOGETHER} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# grundy_folder(TARGET FOLDER [BUT...]): the *.cc below FOLDER but its unit tests, as an object library, without those in the
# folders BUT of it. A folder that holds headers only is an interface library.
function(grundy_folder target folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cc)
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  foreach(other IN LISTS ARGN)
    list(FILTER sources EXCLUDE REGEX "/${folder}/${other}/")
  endforeach()
  if(sources)
    add_library(${target} OBJECT ${sources})
    target_link_libraries(${target} PRIVATE grundy_internal)
    grundy_together(${target})
    foreach(source IN LISTS sources)
      file(STRINGS ${source} own_targets REGEX "HWY_TARGET_INCLUDE" LIMIT_COUNT 1)
      if(own_targets)
        set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      endif()
    endforeach()
  else()
    add_library(${target} INTERFACE)
  endif()
endfunction()

# grundy_objects(VARIABLE TARGET...): the object files of these folders.
function(grundy_objects variable)
  set(objects)
  foreach(target IN LISTS ARGN)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL OBJECT_LIBRARY)
      list(APPEND objects $<TARGET_OBJECTS:${target}>)
    endif()
  endforeach()
  set(${variable} ${objects} PARENT_SCOPE)
endfunction()
