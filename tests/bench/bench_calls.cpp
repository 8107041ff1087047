// How long weir_call takes for requests in files, natively; calls.js measures the same requests in WebAssembly.
//   bench_calls ROUNDS FILE...   prints one JSON object: file → least and median milliseconds of processor time
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "clock.h"
#include "weir/facade.h"

int main(int count, char** arguments) {
    const int rounds = count > 2 ? std::max(std::atoi(arguments[1]), 1) : 0;
    if (rounds == 0) {
        fmt::print(stderr, "usage: bench_calls ROUNDS FILE...\n");
        return 2;
    }
    std::string object;
    for (int i = 2; i < count; ++i) {
        std::ifstream in(arguments[i], std::ios::binary);
        const std::string request{std::istreambuf_iterator<char>(in), {}};
        std::vector<double> times;
        const double begin = weir::bench::now();
        for (int round = 0; round < rounds && (round < 3 || weir::bench::now() - begin < 2000); ++round) {
            const double start = weir::bench::now();
            const std::string answer = weir::weir_call(request);
            times.push_back(weir::bench::now() - start);
            if (!answer.starts_with("{\"ok\":true")) {
                fmt::print(stderr, "{}: {}\n", arguments[i], answer.substr(0, 300));
                return 1;
            }
        }
        std::sort(times.begin(), times.end());
        object += fmt::format("{}\"{}\": {{\"least\": {:.4f}, \"median\": {:.4f}}}", object.empty() ? "" : ", ",
                              arguments[i], times.front(), times[times.size() / 2]);
    }
    fmt::print("{{{}}}\n", object);
    return 0;
}
