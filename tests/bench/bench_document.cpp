// How long reading takes, beside yaml-cpp's bare event parse of the same text.
//   bench_document [COLUMNS | FILE]   prints one JSON object a text; times are the least of some runs in milliseconds
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include "clock.h"
#include "weir/document.h"

namespace {

/// Counts events and keeps nothing.
class Counter : public YAML::EventHandler {
  public:
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override { ++events; }
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override { ++events; }
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override { ++events; }
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
        ++events;
    }
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
        ++events;
    }
    void OnMapEnd() override {}

    std::size_t events = 0;
};

std::string contract_text(int columns) {
    std::string text =
        "fluidVersion: \"0.7.7\"\nkind: DataProduct\nid: bench\nname: Bench\nmetadata: {owner: {team: x}}\n"
        "exposes:\n  - exposeId: wide\n    kind: table\n    contract:\n      schema:\n";
    for (int i = 0; i < columns; ++i) {
        text += fmt::format("        - name: column_{}\n          type: {}\n          required: {}\n"
                            "          description: \"Column number {} of the table\"\n",
                            i,
                            i % 3 == 0   ? "string"
                            : i % 3 == 1 ? "decimal(18, 2)"
                                         : "timestamp(3)",
                            i % 2 == 0 ? "true" : "false", i);
    }
    return text;
}

/// The least time of some runs, in milliseconds.
double least(const std::function<std::size_t()>& run) {
    double best = 1e9;
    for (int i = 0; i < 15; ++i) {
        const double start = weir::bench::now();
        const std::size_t result = run();
        const double spent = weir::bench::now() - start;
        if (result == 0) {
            std::fprintf(stderr, "nothing was read\n");
            std::exit(1);
        }
        best = std::min(best, spent);
    }
    return best;
}

void measure(const std::string& text, const char* what) {
    const double events = least([&] {
        std::istringstream stream(text);
        YAML::Parser parser(stream);
        Counter counter;
        parser.HandleNextDocument(counter);
        return counter.events;
    });
    weir::FileSet files;
    files["contract.yaml"].text = text;
    const double document = least([&] {
        const weir::ReadDocument read = weir::read_document(files, "contract.yaml", "");
        return read.usable ? read.document->node_count() : 0;
    });
    fmt::print("{{\"text\": \"{}\", \"bytes\": {}, \"events\": {:.4f}, \"reading\": {:.4f}}}\n", what, text.size(),
               events, document);
}

} // namespace

int main(int count, char** arguments) {
    if (count > 1 && std::atoi(arguments[1]) == 0) {
        std::ifstream stream(arguments[1], std::ios::binary);
        measure(std::string(std::istreambuf_iterator<char>(stream), {}), "file");
        return 0;
    }
    if (count > 1) {
        measure(contract_text(std::atoi(arguments[1])), arguments[1]);
        return 0;
    }
    measure(contract_text(100), "100 columns");
    measure(contract_text(2'000), "2,000 columns");
    measure(contract_text(20'000), "20,000 columns");
}
