# Packages: a .deb for each program and a tarball of both, of the very programs that the tests run: they name no folder of
# the machine that built them. `./dev package` makes them.
include(GNUInstallDirs)
# Packing builds nothing: what it packs is built by name.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
install(FILES "${CMAKE_SOURCE_DIR}/packaging/copyright" DESTINATION share/doc/weir COMPONENT weir)
install(FILES "${CMAKE_SOURCE_DIR}/README.md" "${CMAKE_SOURCE_DIR}/LICENSE" DESTINATION share/doc/weir COMPONENT weir)
if(TARGET weir-desktop)
  install(FILES "${CMAKE_SOURCE_DIR}/packaging/copyright" DESTINATION share/doc/weir-desktop COMPONENT desktop)
  install(FILES "${CMAKE_SOURCE_DIR}/packaging/weir-desktop.desktop" DESTINATION share/applications COMPONENT desktop)
  install(FILES "${CMAKE_SOURCE_DIR}/web/public/favicon.svg" DESTINATION share/icons/hicolor/scalable/apps
          RENAME weir.svg COMPONENT desktop)
endif()

set(CPACK_PACKAGE_NAME weir)
set(CPACK_PACKAGE_VENDOR Weir)
set(CPACK_PACKAGE_CONTACT "The authors of Weir <weir@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Checks contracts of streaming data products and writes their Flink SQL")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_COMPONENTS_ALL weir desktop)
# The tarball holds both programs; Debian gets a package of each.
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_WEIR_PACKAGE_NAME weir)
set(CPACK_DEBIAN_DESKTOP_PACKAGE_NAME weir-desktop)
set(CPACK_DEBIAN_DESKTOP_PACKAGE_DEPENDS "fonts-dejavu-core")
set(CPACK_DEBIAN_DESKTOP_PACKAGE_RECOMMENDS "weir")
# Debian's first line of a description is the summary above.
set(CPACK_DEBIAN_DESKTOP_DESCRIPTION "This is the window for operators: findings, Flink SQL and changes of contracts.")
set(CPACK_DEBIAN_WEIR_DESCRIPTION "This is the command line, with its manual pages and the browser console.")
# The date of the last commit on every file, when SOURCE_DATE_EPOCH says it.
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_SOURCE_DIR}/cmake/one_date.cmake")
include(CPack)
