// The facade as a native program: one JSON request a line on standard input, one JSON answer a line on
// standard output. Tests compare its answers with those of the WebAssembly module, byte for byte.

#include <iostream>
#include <string>

#include "weir/facade.h"

int main() {
    std::ios::sync_with_stdio(false);
    std::string request;
    while (std::getline(std::cin, request)) {
        std::cout << weir::weir_call(request) << '\n' << std::flush;
    }
    return std::cout.good() ? 0 : 1;
}
