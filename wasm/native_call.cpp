// The facade as a native program: one JSON request a line on standard input, one JSON answer a line on
// standard output. Tests compare its answers with those of the WebAssembly modules, byte for byte.
//
// usage: weir_call_stdin [full]

#include <iostream>
#include <string>
#include <string_view>

#include "weir/facade.h"
#include "weir/pages.h"

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    const bool full = argc > 1 && std::string_view(argv[1]) == "full";
    std::string request;
    while (std::getline(std::cin, request)) {
        std::cout << (full ? weir::full_call(request) : weir::weir_call(request)) << '\n' << std::flush;
    }
    return std::cout.good() ? 0 : 1;
}
