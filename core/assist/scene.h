#pragma once

/// \file
/// A question with everything that its answers need: where the cursor is in the text, in the contract
/// and in the grammar.

#include <optional>
#include <string>

#include "assist/outline.h"
#include "weir/assist.h"
#include "weir/grammar.h"

namespace weir::assist {

/// Where a way from the root leads in the grammar.
struct Site {
    /// The mapping that holds the key or value.
    const ObjectRule* object = nullptr;
    /// The row of the value, or of the list that it is an item of. Null: nothing is known.
    const KeyRule* rule = nullptr;
    Shape shape = Shape::Any;
    /// The keys of the value when it is a mapping; kNone: any.
    ObjectId child = ObjectId::kNone;
    bool item = false;   ///< an item of `rule`'s list
    bool in_map = false; ///< a value under a free key of `rule`'s mapping
    bool lane = false;   ///< rows for managed builds apply

    /// The row with this key of this object.
    [[nodiscard]] bool is(ObjectId id, std::string_view key) const {
        return object != nullptr && object->id == id && rule != nullptr && rule->name == key;
    }
};

class Scene {
  public:
    explicit Scene(const Question& asked);

    const Question& question;
    SourceText source;
    std::uint32_t at; ///< byte offset of the cursor
    Outline outline;
    Cursor cursor;
    /// The way from the contract's root, through the `$ref` that brings this text in.
    Steps steps;

    [[nodiscard]] Site site() const { return site_; }
    /// The site of an item of the list at `list`.
    [[nodiscard]] Site below(const Site& list) const;
    /// The build, or the expose, that the cursor is in.
    [[nodiscard]] const Build* build() const { return build_; }
    [[nodiscard]] const Expose* expose() const { return expose_; }
    /// What the build was bound to; null when it was not.
    [[nodiscard]] const BuildPlan* plan() const;
    /// The expose that the build writes; null when it is not known.
    [[nodiscard]] const Expose* output() const;

    /// The word under the cursor, without quotes and escapes, and the offset of the cursor in it.
    [[nodiscard]] std::string word() const;
    [[nodiscard]] std::size_t offset_in_word() const;
    /// A key of the mapping that the value at the cursor stands in.
    [[nodiscard]] std::string_view beside(std::string_view key) const;
    [[nodiscard]] Range range() const;
    [[nodiscard]] bool json() const;
    /// This text is a fragment that no contract at hand includes.
    [[nodiscard]] bool alone() const { return alone_; }
    /// This text is the contract itself.
    [[nodiscard]] bool main() const { return main_; }
    /// A row may be written where the cursor is.
    [[nodiscard]] static bool usable(const KeyRule& rule, bool lane);

  private:
    void mount();
    void judge_lane();
    [[nodiscard]] Site start() const;
    [[nodiscard]] Site walk(const Steps& way) const;
    [[nodiscard]] bool lane_at(const Steps& way) const;
    [[nodiscard]] bool lane_build(std::uint32_t index) const;
    [[nodiscard]] ObjectId child_of(const Site& at_site, const Steps& way) const;
    [[nodiscard]] ObjectId properties_of(const Steps& way) const;
    [[nodiscard]] Steps under_build(std::uint32_t index, std::initializer_list<std::string_view> keys) const;

    bool alone_ = false;
    bool main_ = true;
    bool lane_ = false;
    bool lane_version_ = false;
    Site site_;
    const Build* build_ = nullptr;
    const Expose* expose_ = nullptr;
};

/// The number of an item of the root's list `key` on this way, or nothing.
[[nodiscard]] std::optional<std::uint32_t> index_under(const Steps& steps, std::string_view key);

/// The node at the end of a way through the document; kNoNode when there is none.
[[nodiscard]] NodeId node_at(const Document& document, const Steps& steps);

} // namespace weir::assist
