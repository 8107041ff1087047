#pragma once

/// \file
/// A second look at a text: its mappings and lists by indentation and brackets alone, so that there is
/// an answer while a line is half typed and the document cannot be read.
///
/// It is lenient where the document reader is strict: what it does not understand it passes over. Values
/// are read from the document, never from here; the outline says where in the contract a place is.

#include <cstdint>
#include <string_view>
#include <vector>

namespace weir::assist {

/// A step of the way down from a text's root: a key, or the number of a list's item.
struct Step {
    std::string_view key; ///< as written, without quotes
    std::uint32_t index = 0;
    bool is_key = false;
};

using Steps = std::vector<Step>;

/// What stands at the cursor.
struct Cursor {
    enum class Role : std::uint8_t {
        None,  ///< a comment, a block of text, the blank between two tokens
        Key,   ///< a key of the mapping at `steps`, there or to be written
        Value, ///< the value at `steps`, or the room for one
    };
    Role role = Role::None;
    Steps steps;
    /// Bytes [begin, end) of the token under the cursor, quotes included; empty where none stands.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    /// The quote that the token starts with, or 0, and whether it also ends with it.
    char quote = 0;
    bool closed = false;
    /// Inside `{}` or `[]`.
    bool flow = false;
    /// Key: a colon follows.
    bool colon = false;
    /// Value: nothing stands there but perhaps one word, so that a mapping or a list may begin here.
    bool fresh = false;
    /// Value: it stands on the line of its key, where no mapping or list in block style begins.
    bool beside_key = false;
    /// A blank has to come before what is inserted (`from:` with the cursor right after the colon).
    bool tight = false;
    /// A new item of a list: what is inserted starts with a dash.
    bool dash = false;
    /// The other keys of the mapping at `steps`.
    std::vector<std::string_view> siblings;
};

/// The outline of one text. Holds views into it.
class Outline {
  public:
    /// \param at  byte offset of the cursor, at most the text's size
    Outline(std::string_view text, std::uint32_t at);

    [[nodiscard]] Cursor cursor() const;
    /// The scalar at the end of this way, without quotes; empty when there is none.
    [[nodiscard]] std::string_view scalar(const Steps& steps) const;
    /// Number of items of the list at the end of this way.
    [[nodiscard]] std::uint32_t items(const Steps& steps) const;
    /// The keys of the root, or of the first item of a root that is a list.
    [[nodiscard]] std::vector<std::string_view> first_keys() const;
    [[nodiscard]] bool root_is_list() const;

  private:
    friend class OutlineReader;
    using Id = std::uint32_t;
    static constexpr Id kNone = 0xFFFFFFFFU;

    enum class Kind : std::uint8_t { Open, Scalar, Mapping, List };

    /// An entry of a mapping, an item of a list, or the root.
    struct Item {
        Step step;
        Id parent = kNone;
        Id first = kNone;
        Id last = kNone;
        Id next = kNone;
        std::uint32_t begin = 0; ///< a scalar's token, quotes left out
        std::uint32_t end = 0;
        Kind kind = Kind::Open;
    };

    [[nodiscard]] Id find(const Steps& steps) const;
    [[nodiscard]] std::vector<std::string_view> keys_of(Id mapping, Id except) const;

    std::string_view text_;
    std::vector<Item> items_;
    Cursor cursor_;           ///< steps and siblings are made by cursor()
    Id cursor_item_ = kNone;  ///< the mapping of a key, the item of a value
    Id cursor_entry_ = kNone; ///< the key's own entry
};

} // namespace weir::assist
