// One request of weir_call on a line in, its answer on a line out: lets a test ask thousands of contracts
// of one process.

#include <cstdio>
#include <iostream>
#include <string>

#include "weir/facade.h"

int main() {
    std::ios::sync_with_stdio(false);
    for (std::string request; std::getline(std::cin, request);) {
        std::string answer = weir::weir_call(request);
        answer += '\n';
        std::fwrite(answer.data(), 1, answer.size(), stdout);
        std::fflush(stdout);
    }
    return 0;
}
