# What every target is compiled with.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

set(WEIR_SANITIZE "" CACHE STRING "Sanitizers for all targets, such as address,undefined")
option(WEIR_FUZZ "Build libFuzzer targets (needs clang)" OFF)
include(CTest)

find_program(WEIR_CCACHE ccache)
if(WEIR_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${WEIR_CCACHE}")
endif()

add_library(weir_options INTERFACE)
target_compile_options(weir_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                              -Wno-sign-conversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC 12 warns of overlapping copies inside std::string where there are none (its bug 105651).
  target_compile_options(weir_options INTERFACE -Wno-restrict)
endif()
if(EMSCRIPTEN)
  # All of the module, yaml-cpp too, throws WebAssembly's own exceptions and is optimised again as a whole when it is
  # linked. INLINING_LIMIT=0 lets -Os and -Oz inline at all, which Emscripten otherwise forbids them: a call for every
  # character of a contract made the module eight times slower than native.
  add_compile_options(-fwasm-exceptions -flto -sINLINING_LIMIT=0)
  add_link_options(-fwasm-exceptions)
endif()
if(WEIR_SANITIZE)
  # Left out: what AddressSanitizer sees as well (null), what x86 and -O1 cannot show (alignment, object-size), and the
  # check of every virtual call. They were a third of the time that a build with sanitizers takes.
  target_compile_options(weir_options INTERFACE -fsanitize=${WEIR_SANITIZE} -fno-sanitize-recover=all
                                                -fno-sanitize=null,alignment,object-size,vptr
                                                -fno-omit-frame-pointer)
  target_link_options(weir_options INTERFACE -fsanitize=${WEIR_SANITIZE})
endif()
if(WEIR_FUZZ)
  # Coverage for libFuzzer; tests/fuzz links the fuzzer itself.
  target_compile_options(weir_options INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(weir_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
