# Libraries that the core needs, native or compiled to WebAssembly, as the targets weir_yaml, weir_fmt,
# weir_json and weir_expected.
add_library(weir_fmt INTERFACE)
add_library(weir_json INTERFACE)
add_library(weir_expected INTERFACE)

if(EMSCRIPTEN)
  # Header-only libraries are reached through a folder of their own: the machine's /usr/include would
  # shadow Emscripten's C library.
  set(WEIR_HOST_INCLUDE /usr/include CACHE PATH "Where nlohmann, fmt and tl headers are installed")
  set(weir_headers "${CMAKE_BINARY_DIR}/host-headers")
  file(MAKE_DIRECTORY "${weir_headers}")
  foreach(library nlohmann fmt tl)
    if(NOT EXISTS "${WEIR_HOST_INCLUDE}/${library}")
      message(FATAL_ERROR "${WEIR_HOST_INCLUDE}/${library} is missing: run ./dev setup")
    endif()
    file(CREATE_LINK "${WEIR_HOST_INCLUDE}/${library}" "${weir_headers}/${library}" SYMBOLIC)
  endforeach()
  foreach(target weir_fmt weir_json weir_expected)
    target_include_directories(${target} SYSTEM INTERFACE "${weir_headers}")
  endforeach()
  # The core prints texts and whole numbers only: fmt leaves out how to print fractions, 128 bits and thousands.
  # nlohmann/json without streams and file names, which the core does not hand to it.
  target_compile_definitions(weir_json INTERFACE JSON_NO_IO JSON_HAS_FILESYSTEM=0 JSON_HAS_EXPERIMENTAL_FILESYSTEM=0)
  target_compile_definitions(weir_fmt INTERFACE FMT_HEADER_ONLY FMT_USE_FLOAT=0 FMT_USE_DOUBLE=0 FMT_USE_LONG_DOUBLE=0
    FMT_USE_INT128=0 FMT_REDUCE_INT_INSTANTIATIONS=1 "FMT_STATIC_THOUSANDS_SEPARATOR=','")

  # Of yaml-cpp only the parser of events: its nodes and its emitter are not used.
  set(WEIR_YAML_CPP_SOURCE "" CACHE PATH "yaml-cpp's source tree; fetched when empty")
  if(NOT WEIR_YAML_CPP_SOURCE)
    include(FetchContent)
    FetchContent_Declare(yaml-cpp GIT_REPOSITORY https://github.com/jbeder/yaml-cpp.git GIT_TAG yaml-cpp-0.7.0)
    FetchContent_Populate(yaml-cpp)
    set(WEIR_YAML_CPP_SOURCE "${yaml-cpp_SOURCE_DIR}")
  endif()
  set(weir_yaml_sources depthguard directives exceptions exp null parser regex_yaml scanner scanscalar scantag scantoken
    simplekey singledocparser stream tag)
  list(TRANSFORM weir_yaml_sources REPLACE "(.+)" "${WEIR_YAML_CPP_SOURCE}/src/\\1.cpp")
  add_library(weir_yaml STATIC ${weir_yaml_sources})
  # Most of a call's time is spent here, so this is the one library that is not built for size. Nothing ever ends the
  # module: its statics need no destructors.
  target_compile_options(weir_yaml PRIVATE -O2 -fno-c++-static-destructors)
  target_include_directories(weir_yaml SYSTEM PUBLIC "${WEIR_YAML_CPP_SOURCE}/include")
  # Before the C++ library's own: wasm/streams/weir_streams.h says why.
  target_include_directories(weir_yaml BEFORE PUBLIC "${CMAKE_SOURCE_DIR}/wasm/streams")
else()
  find_package(fmt REQUIRED)
  find_package(nlohmann_json REQUIRED)
  find_package(yaml-cpp REQUIRED)
  find_package(tl-expected REQUIRED)
  # Its archive where the machine has one: programs start sooner, and ask less of the machine they are installed on.
  find_library(WEIR_YAML_ARCHIVE libyaml-cpp.a)
  target_link_libraries(weir_fmt INTERFACE fmt::fmt)
  target_link_libraries(weir_json INTERFACE nlohmann_json::nlohmann_json)
  target_link_libraries(weir_expected INTERFACE tl::expected)
  add_library(weir_yaml INTERFACE)
  target_link_libraries(weir_yaml INTERFACE $<IF:$<BOOL:${WEIR_YAML_ARCHIVE}>,${WEIR_YAML_ARCHIVE},yaml-cpp>)
endif()
