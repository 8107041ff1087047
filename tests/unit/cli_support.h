#pragma once

/// \file
/// The command line run inside a test, and folders for what it reads.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <stdlib.h>

#include "cli/run.h"

namespace cli_test {

class TestIo : public weir::cli::Io {
  public:
    void out(std::string_view text) override { result += text; }
    void err(std::string_view text) override { notes += text; }

    bool ask(std::string_view question) override {
        notes += question;
        return yes;
    }

    bool yes = false; ///< the answer to every question
    std::string result;
    std::string notes;
};

inline std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A file of the source tree.
inline std::string tree(const std::string& name) {
    return read(std::string(WEIR_SOURCE_DIR) + "/" + name);
}

/// A folder of its own for one test, removed afterwards.
class Folder {
  public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "weir-cli-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::string write(const std::string& name, std::string_view text) const {
        std::filesystem::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << text;
        return path(name);
    }
    [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

} // namespace cli_test
