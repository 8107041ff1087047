#pragma once

/// \file
/// The texts that are open in the editor.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "lsp/positions.h"

namespace weir::lsp {

struct Buffer {
    std::string uri;
    /// Absolute path as the URI gives it, and with all symbolic links taken out; empty for a text that is
    /// no file.
    std::string path;
    std::string real;
    nlohmann::json version;
    std::unique_ptr<SourceText> text;

    /// The name that the core knows it by.
    [[nodiscard]] const std::string& name() const { return path.empty() ? uri : path; }
    /// It is a whole contract, by its name or by its keys; other YAML files are left in peace.
    [[nodiscard]] bool is_contract() const;
};

class Buffers {
  public:
    Buffer& open(const std::string& uri, std::string text, nlohmann::json version);
    void close(const std::string& uri);
    [[nodiscard]] Buffer* find(const std::string& uri);
    [[nodiscard]] const Buffer* by_real_path(std::string_view real) const;
    [[nodiscard]] const std::map<std::string, Buffer>& all() const { return buffers_; }

    /// Makes the changes of didChange one after the other. False when one is none.
    [[nodiscard]] static bool change(Buffer& buffer, const nlohmann::json& changes, Encoding encoding);

  private:
    std::map<std::string, Buffer> buffers_;
};

} // namespace weir::lsp
