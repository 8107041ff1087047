#include "assist/outline.h"

#include <algorithm>

#include "assist/outline_reader.h"

namespace weir::assist {

Outline::Outline(std::string_view text, std::uint32_t at) : text_(text) {
    items_.emplace_back();
    OutlineReader(*this, std::min(at, static_cast<std::uint32_t>(text.size()))).read();
}

Cursor Outline::cursor() const {
    Cursor cursor = cursor_;
    if (cursor.role == Cursor::Role::None) {
        return cursor;
    }
    for (Id item = cursor_item_; items_[item].parent != kNone; item = items_[item].parent) {
        cursor.steps.push_back(items_[item].step);
    }
    std::reverse(cursor.steps.begin(), cursor.steps.end());
    if (cursor.role == Cursor::Role::Key) {
        cursor.siblings = keys_of(cursor_item_, cursor_entry_);
    }
    return cursor;
}

Outline::Id Outline::find(const Steps& steps) const {
    Id at = 0;
    for (const Step& step : steps) {
        Id child = items_[at].first;
        while (child != kNone &&
               (items_[child].step.is_key != step.is_key ||
                (step.is_key ? items_[child].step.key != step.key : items_[child].step.index != step.index))) {
            child = items_[child].next;
        }
        if (child == kNone) {
            return kNone;
        }
        at = child;
    }
    return at;
}

std::string_view Outline::scalar(const Steps& steps) const {
    const Id item = find(steps);
    if (item == kNone || items_[item].kind != Kind::Scalar) {
        return {};
    }
    return text_.substr(items_[item].begin, items_[item].end - items_[item].begin);
}

std::uint32_t Outline::items(const Steps& steps) const {
    const Id list = find(steps);
    const bool any = list != kNone && items_[list].kind == Kind::List && items_[list].last != kNone;
    return any ? items_[items_[list].last].step.index + 1 : 0;
}

std::vector<std::string_view> Outline::keys_of(Id mapping, Id except) const {
    std::vector<std::string_view> keys;
    for (Id child = items_[mapping].first; child != kNone; child = items_[child].next) {
        if (child != except && items_[child].step.is_key) {
            keys.push_back(items_[child].step.key);
        }
    }
    return keys;
}

std::vector<std::string_view> Outline::first_keys() const {
    const bool list = root_is_list();
    return list && items_[0].first == kNone ? std::vector<std::string_view>{}
                                            : keys_of(list ? items_[0].first : 0, kNone);
}

bool Outline::root_is_list() const {
    return items_[0].kind == Kind::List;
}

} // namespace weir::assist
