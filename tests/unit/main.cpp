// The one translation unit that compiles Catch2's main.
#define CATCH_CONFIG_RUNNER
#include <cstdlib>
#include <filesystem>

#include <catch2/catch.hpp>

int main(int argc, char** argv) {
    // What tests do does not come into the log of commands of whoever runs them.
    const std::string state = (std::filesystem::temp_directory_path() / "weir-unit-state").string();
    setenv("XDG_STATE_HOME", state.c_str(), 1); // NOLINT(concurrency-mt-unsafe): there is one thread yet
    return Catch::Session().run(argc, argv);
}
