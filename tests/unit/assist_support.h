#pragma once

/// \file
/// Questions about texts in which `█` marks the cursor.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weir/assist.h"

namespace weir_test {

inline constexpr std::string_view kCursor = "█";

/// A contract with its fragments, as an editor holds them.
class Editor {
  public:
    /// An example of the source tree, such as `flattened`.
    explicit Editor(const std::string& example);
    /// One text on its own.
    Editor(std::string file, std::string text);

    /// The text of a file; the contract's own when no name is given.
    [[nodiscard]] std::string text(const std::string& file = {}) const;
    void set_text(const std::string& text, const std::string& file = {});
    /// Replaces `old`, which has to be there, by `instead`; a `█` in it places the cursor.
    Editor& type(const std::string& old, const std::string& instead, const std::string& file = {});
    /// Places the cursor behind `before` in `file`, without changing the text.
    Editor& after(const std::string& before, const std::string& file = {});
    void place(weir::Position at, const std::string& file = {});

    [[nodiscard]] std::vector<weir::Completion> complete();
    [[nodiscard]] std::vector<std::string> labels();
    [[nodiscard]] std::optional<weir::Hover> hover();
    /// Title and lines of the hover, joined by line ends.
    [[nodiscard]] std::string hover_text();
    [[nodiscard]] std::optional<weir::Definition> definition();
    /// The line of the definition, with its file: `streams/orders.yaml: kind: kafka`.
    [[nodiscard]] std::string definition_text();
    /// The text with one item put in, which has to be offered.
    [[nodiscard]] std::string with(const std::string& label);
    [[nodiscard]] std::string with(const weir::Completion& item) const;

    /// The contract as it can be read, without the cursor's line where that has to be.
    [[nodiscard]] const weir::Contract* contract();
    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] std::vector<weir::Finding> findings_of(const std::string& text) const;

  private:
    struct Read {
        weir::Contract contract;
        weir::Plan plan;
        std::vector<weir::Finding> findings;
    };
    [[nodiscard]] std::optional<Read> read(const weir::FileSet& files) const;
    [[nodiscard]] weir::Question question();

    std::string file_;
    std::string in_;
    std::string ref_root_;
    weir::FileSet files_;
    weir::Position at_{1, 1};
    std::string text_;
    std::optional<Read> read_;
    bool stale_ = true;
};

} // namespace weir_test
