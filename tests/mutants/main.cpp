// Mutation test: small mistakes in valid contracts, each judged in process.
//   mutants [--update] [--list] [--json]
// Whatever the mistake, Weir does not crash, and either finds an error with a place or the contract is still valid.
// The mutants that stay valid, and the errors that point away from the mistake, are golden lists with a reason for each
// line: survivors.txt and elsewhere.txt.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "judge.h"
#include "reviewed.h"

namespace {

using namespace weir::test;

/// What is being judged, for whoever reads of a crash.
char now_judged[512];

void tell_and_die(int signal) {
    const std::string_view text(now_judged);
    [[maybe_unused]] const auto written = write(2, text.data(), text.size());
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

struct Options {
    bool update = false;
    bool list = false;
    bool json = false;
};

struct Totals {
    std::size_t mutants = 0;
    std::size_t valid = 0;
    std::size_t faults = 0;
    double milliseconds = 0;
    double most = 0;
    std::string slowest;
    Reviewed survivors;
    Reviewed elsewhere;
};

/// Every contract of `folder`, below it too, by name.
std::vector<std::string> contracts_in(const std::string& root, const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root + "/" + folder)) {
        const std::string name = std::filesystem::relative(entry.path(), root).generic_string();
        if (name.ends_with(".fluid.yaml")) {
            names.push_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

void run(const Subject& subject, const Options& options, Totals& totals) {
    for (const Mutation& mutation : mutations_of(*subject.checked.document)) {
        const std::string place = fmt::format("{} {} {}", subject.file, mutation.pointer, mutation.kind);
        fmt::format_to_n(now_judged, sizeof now_judged - 1, "\nwhile judging {}\n{:.1}", place,
                         std::string_view("\0", 1));
        const Outcome outcome = judge(subject, mutation);
        ++totals.mutants;
        totals.valid += outcome.valid ? 1 : 0;
        totals.milliseconds += outcome.milliseconds;
        if (outcome.milliseconds > totals.most) {
            totals.most = outcome.milliseconds;
            totals.slowest = place;
        }
        totals.faults += outcome.faults.size();
        for (const std::string& fault : outcome.faults) {
            fmt::print("{}: {}\n", place, fault);
        }
        const std::string general = general_pointer(mutation.pointer);
        totals.survivors.count(general, mutation.kind, outcome.valid);
        for (const Named& remark : outcome.remarks) {
            totals.survivors.count(fmt::format("{} -> {}", general, remark.code), mutation.kind, true);
        }
        for (const Named& finding : outcome.elsewhere) {
            totals.elsewhere.count(fmt::format("{} -> {} at {}", general, finding.code, finding.path), mutation.kind,
                                   true);
        }
        if (options.list) {
            fmt::print("{}: {}\n", place, outcome.valid ? "valid" : fmt::format("{} errors", outcome.errors));
        }
    }
}

int run_all(const Options& options) {
    const std::string root = WEIR_SOURCE_DIR;
    Totals totals;
    for (const char* folder : {"examples", "tests/codes", "tests/mutants/contracts"}) {
        for (const std::string& name : contracts_in(root, folder)) {
            run(load(root, name, std::string_view(folder) == "tests/codes" ? "" : folder), options, totals);
        }
    }
    const double mean = totals.milliseconds / static_cast<double>(totals.mutants);
    if (options.json) {
        fmt::print("{{\"mutants\": {}, \"valid\": {}, \"mean_ms\": {:.3f}, \"most_ms\": {:.3f}}}\n", totals.mutants,
                   totals.valid, mean, totals.most);
        return 0;
    }
    const bool survivors = totals.survivors.settle(root + "/tests/mutants/survivors.txt", options.update);
    const bool elsewhere = totals.elsewhere.settle(root + "/tests/mutants/elsewhere.txt", options.update);
    fmt::print("{} mutants, {} still valid, {} faults; check() took {:.3f} ms on average, at most {:.3f} ms ({})\n",
               totals.mutants, totals.valid, totals.faults, mean, totals.most, totals.slowest);
    return totals.faults == 0 && survivors && elsewhere ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        options.update = options.update || argument == "--update";
        options.list = options.list || argument == "--list";
        options.json = options.json || argument == "--json";
    }
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS}) {
        std::signal(signal, tell_and_die);
    }
    try {
        return run_all(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "mutants: {}\n{}", error.what(), now_judged);
        return 2;
    }
}
