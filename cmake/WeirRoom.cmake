# weir_room(NAME [LINK library...])
#
# A room of the core: core/NAME/*.cpp as the static library weir_NAME. What it links is what it may
# include, so the arrows between rooms are drawn here and nowhere else.
function(weir_room name)
  cmake_parse_arguments(room "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/core/${name}/*.cpp")
  add_library(weir_${name} STATIC ${sources})
  target_include_directories(weir_${name} PUBLIC "${CMAKE_SOURCE_DIR}/core/include" PRIVATE "${CMAKE_SOURCE_DIR}/core")
  target_link_libraries(weir_${name} PUBLIC ${room_LINK} PRIVATE weir_options)
endfunction()
