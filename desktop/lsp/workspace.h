#pragma once

/// \file
/// What is known of the open contracts: their findings by file, and the meaning of a place in a text.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "live/contracts.h"
#include "lsp/buffers.h"

namespace weir::lsp {

/// What the server takes from the machine.
struct Host {
    std::function<live::LoadedContract(const std::string& file, const live::Overlay& overlay)> load =
        [](const std::string& file, const live::Overlay& overlay) {
            return live::load_contract(file, std::nullopt, overlay);
        };
    /// Folder with a page for each code; empty when there is none.
    std::string pages;
};

/// A finding as the client gets it, with its fix.
struct Diagnostic {
    nlohmann::json body;
    std::string title;    ///< of the fix; empty when there is none
    nlohmann::json edits; ///< of the fix: text edits by URI
};

using Diagnostics = std::map<std::string, std::vector<Diagnostic>>; ///< by URI

class Workspace {
  public:
    Workspace(Buffers& buffers, Host host) : buffers_(buffers), host_(std::move(host)) {}

    void set_encoding(Encoding encoding) { encoding_ = encoding; }
    [[nodiscard]] Encoding encoding() const { return encoding_; }

    /// A text was opened, changed or closed: the contracts that read it are checked anew.
    void touch(const std::string& uri);
    /// Something on disk may have changed.
    void touch_all();
    [[nodiscard]] bool stale() const;
    /// Checks what is stale.
    void refresh();

    /// All findings of all open contracts. A fragment gets those of every contract that includes it.
    [[nodiscard]] Diagnostics diagnostics() const;

    /// Gives `use` the question about a place, with the best contract there is to answer it.
    void ask(const Buffer& buffer, Position at, const std::function<void(const Question&)>& use) const;
    /// The contract that this text is, or was when it could last be read; null when it is none.
    [[nodiscard]] const Contract* contract_of(const Buffer& buffer) const;

    /// weir::rename of the best contract that this text belongs to; nothing when it belongs to none.
    [[nodiscard]] std::optional<Renamed> rename(const Buffer& buffer, Position at, std::string_view name) const;
    /// A renaming's places as text edits by URI.
    [[nodiscard]] nlohmann::json edits_of(const Renamed& renamed) const;

    /// A place that an answer names, as the client knows it.
    [[nodiscard]] nlohmann::json location(const std::string& name, const Range& range, const Question& question) const;

  private:
    struct Root {
        std::shared_ptr<live::LoadedContract> loaded = std::make_shared<live::LoadedContract>();
        std::shared_ptr<live::LoadedContract> good; ///< the last one that could be read
        std::map<std::string, std::string> names;   ///< by real path
        Diagnostics found;
        bool stale = true;
    };

    [[nodiscard]] live::LoadedContract load(const Buffer& buffer) const;
    void check(const Buffer& buffer, Root& root) const;
    void collect(const Buffer& buffer, Root& root) const;
    [[nodiscard]] std::string uri_of(const std::string& name) const;
    [[nodiscard]] nlohmann::json range_in(const nlohmann::json& range, const std::string& name,
                                          const Checked& checked) const;
    [[nodiscard]] Diagnostic diagnostic(const nlohmann::json& finding, const Checked& checked) const;
    [[nodiscard]] const Root* root_of(const Buffer& buffer, std::string& name) const;

    Buffers& buffers_;
    Host host_;
    Encoding encoding_ = Encoding::Utf16;
    std::map<std::string, Root> roots_; ///< by the contract's URI
};

} // namespace weir::lsp
