# ISL::ISL, the integer set library; it comes without a CMake package of its own. Needs GMP::GMP. The archive is preferred: with
# those of isl, GMP and SQLite the program starts by a third sooner.
find_path(ISL_INCLUDE_DIR isl/set.h)
find_library(ISL_LIBRARY NAMES libisl.a isl)
mark_as_advanced(ISL_INCLUDE_DIR ISL_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ISL DEFAULT_MSG ISL_LIBRARY ISL_INCLUDE_DIR)
if(ISL_FOUND AND NOT TARGET ISL::ISL)
  add_library(ISL::ISL UNKNOWN IMPORTED)
  set_target_properties(ISL::ISL PROPERTIES
    IMPORTED_LOCATION ${ISL_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${ISL_INCLUDE_DIR} INTERFACE_LINK_LIBRARIES GMP::GMP)
endif()
