#pragma once

/// \file
/// Help while a contract is written: what may stand at the cursor, what the word under it means, and
/// where it is declared.
///
/// The text may be broken, as it is between two key strokes. Where the cursor is comes from a second,
/// lenient look at the text; what names mean comes from a contract that could be read: the same text, the
/// text without the line that is being typed (without_line), or an older one.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/binding.h"

namespace weir {

/// A place in a text, and what is known around it.
struct Question {
    std::string_view file; ///< name of the text, as in the contract's sources; `.json` is written as JSON
    std::string_view text; ///< as it stands now, without a byte order mark
    Position at;
    /// Gives names their meaning. Null: only the language itself is known.
    const Contract* contract = nullptr;
    const Plan* plan = nullptr;                     ///< of the contract, or null
    const std::vector<Finding>* findings = nullptr; ///< of the contract, or null
    /// Names of files that a `$ref` could lead to.
    std::vector<std::string_view> files;
};

enum class CompletionKind : std::uint8_t { Key, Value, Type, Column, Output, File };

/// One thing that may stand at the cursor.
struct Completion {
    std::string label;
    CompletionKind kind = CompletionKind::Key;
    std::string detail; ///< a type, `required`; may be empty
    std::string doc;    ///< a sentence; may be empty
    Range replace;      ///< on one line, around the cursor
    std::string text;   ///< quoted where it has to be
};

/// What may stand at the cursor, the likeliest first: required keys, then the others, in the order of
/// the language.
[[nodiscard]] std::vector<Completion> complete(const Question& question);

/// What the word under the cursor means. Values are never shown: one may be a secret.
struct Hover {
    Range range;
    std::string title;              ///< `customer.address: struct<country: string>`
    std::vector<std::string> lines; ///< sentences
};

[[nodiscard]] std::optional<Hover> hover(const Question& question);

/// Where something is declared.
struct Definition {
    Range origin;     ///< the word in the question's text
    std::string file; ///< name of the text that declares it
    Range range;
};

/// Where the word under the cursor is declared: what a `$ref` or an alias stands for, the stream column
/// or field behind a path, the expose behind an output.
[[nodiscard]] std::optional<Definition> definition(const Question& question);

/// A scalar of the contract or of a fragment that names a column, and what it is to be.
struct NamePlace {
    Span at; ///< the whole scalar, quotes included, in the contract's sources
    /// What it is: `stream column`, `table column`, `mapping`, `path`, `alias`, `event time`, `partition`, `property`.
    std::string_view what;
    std::string text; ///< as it is to be written, quoted as it was
};

/// What renaming one column changes: every place that names it, and what is the same only by its name.
///
/// A table column that no mapping entry feeds is read from the stream's column of its name, and fields of structs are
/// matched by name: those are one column with one name, and are renamed together.
struct Renaming {
    Span at;          ///< the name at the cursor, without the rest of a path
    std::string name; ///< as it stands there
    /// By file and place; empty while there is an obstacle.
    std::vector<NamePlace> places;
    /// Why it is not renamed; empty when it is.
    std::string obstacle;
};

/// The renaming of what the cursor is on; nothing where no column of a managed build is named. What the new name
/// means for the contract is the caller's to see (facade.h does).
/// \param cursor  an empty span in the contract's sources
/// \param name    the new name, as it is to stand at the cursor; empty for the old one
[[nodiscard]] std::optional<Renaming> find_renaming(const Contract& contract, const Plan& plan, Span cursor,
                                                    std::string_view name);

/// `text` with one line emptied: the one that is being typed, when the text cannot be read with it.
[[nodiscard]] std::string without_line(std::string_view text, std::uint32_t line);

} // namespace weir
