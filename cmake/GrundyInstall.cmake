# What `cmake --install` puts in place: the program, libgrundy.a, the public headers, and the package for find_package(grundy).
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/grundy)

install(TARGETS grundy_library EXPORT grundyTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS grundy_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/grundy DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT grundyTargets NAMESPACE grundy:: DESTINATION ${package_dir})
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/grundyConfig.cmake.in ${PROJECT_BINARY_DIR}/grundyConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 every minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/grundyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/grundyConfig.cmake ${PROJECT_BINARY_DIR}/grundyConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindGMP.cmake ${PROJECT_SOURCE_DIR}/cmake/FindISL.cmake
  DESTINATION ${package_dir})

# `cmake --build FOLDER --target uninstall` takes away what was installed last from there.
if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR}
    -P ${PROJECT_SOURCE_DIR}/cmake/Uninstall.cmake VERBATIM)
endif()

# `cpack -G DEB` in the build folder makes a package for Debian: the program, the library, the manual page, the
# completions; and another one, python3-grundy, where the Python module is built.
set(CPACK_PACKAGE_NAME grundy)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "impartial combinatorial games: values, winning moves, proofs")
set(CPACK_PACKAGE_CONTACT "the authors of grundy")
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
if(GRUNDY_PYTHON)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_ALL Unspecified python)
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME grundy)
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SUGGESTS "libisl-dev, libgmp-dev, libasmjit-dev")  # who links libgrundy.a
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-grundy)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy")
endif()
include(CPack)
