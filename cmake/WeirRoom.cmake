# weir_room(NAME [HOT source...] [LINK library...])
#
# A room of the core: core/NAME/*.cpp as the static library weir_NAME. What it links is what it may
# include, so the arrows between rooms are drawn here and nowhere else.
#
# The WebAssembly module is to be small, and fast where it counts: HOT sources, without folder and suffix, in which the
# time goes (./dev bench), are optimised for speed there, all others for size.
function(weir_room name)
  cmake_parse_arguments(room "" "" "HOT;LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/core/${name}/*.cpp")
  add_library(weir_${name} STATIC ${sources})
  target_include_directories(weir_${name} PUBLIC "${CMAKE_SOURCE_DIR}/core/include" PRIVATE "${CMAKE_SOURCE_DIR}/core")
  target_link_libraries(weir_${name} PUBLIC ${room_LINK} PRIVATE weir_options)
  if(EMSCRIPTEN)
    target_compile_options(weir_${name} PRIVATE -Oz)
    foreach(source ${room_HOT})
      set_source_files_properties("${CMAKE_SOURCE_DIR}/core/${name}/${source}.cpp" PROPERTIES COMPILE_OPTIONS -O2)
    endforeach()
  endif()
endfunction()

# weir_text_as_source(TARGET FILE HEADER FUNCTION)
#
# Compiles the text FILE into TARGET, as what FUNCTION of HEADER returns: std::string_view FUNCTION().
function(weir_text_as_source target file header function)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
  set(script "${CMAKE_SOURCE_DIR}/cmake/text_as_source.cmake")
  add_custom_command(
    OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" "-DFILE=${file}" "-DHEADER=${header}" "-DFUNCTION=${function}" "-DOUT=${source}" -P "${script}"
    DEPENDS "${file}" "${script}"
    VERBATIM)
  target_sources(${target} PRIVATE "${source}")
endfunction()
