#include "drift/fields.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "report/json_reader.h"
#include "text/secrecy.h"
#include "weir/deploy.h"
#include "weir/drift.h"

namespace weir {

namespace {

constexpr std::string_view kVariables = "env";
constexpr std::size_t kDeepest = 64;
/// Copying, comparing and printing a tree recurse. No FlinkDeployment has to be nearly as deep.
constexpr std::size_t kDeepestAnswer = 1000;

bool is_plain(std::string_view key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

/// Whoever names a field or an element cannot make its path another's: what could end the name is escaped.
std::string escaped(std::string_view key) {
    std::string text;
    for (const char c : key) {
        text += c == '\\' || c == '\'' || c == '[' || c == ']' ? "\\" : "";
        text += c;
    }
    return text;
}

std::string path_of(const Steps& steps) {
    std::string path;
    for (const Step& step : steps) {
        if (step.element) {
            path += fmt::format("[{}]", escaped(step.key));
        } else if (is_plain(step.key)) {
            path += (path.empty() ? "" : ".") + step.key;
        } else {
            path += fmt::format("['{}']", escaped(step.key));
        }
    }
    return path;
}

/// Every element is an object with a name that no other has.
bool is_named(const Tree& list) {
    std::set<std::string> names;
    return !list.empty() && std::all_of(list.begin(), list.end(), [&](const Tree& element) {
        const std::string name = text_member(element, "name");
        return !name.empty() && names.insert(name).second;
    });
}

bool is_metadata_of_none(const std::string& key) {
    return key == "." || key.empty();
}

/// The entry of managed fields covers the field at `steps`.
bool covers(const Tree& tree, const Steps& steps) {
    const Tree* at = &tree;
    for (const Step& step : steps) {
        const std::string key =
            step.element ? "k:" + Tree{{"name", step.key}}.dump(-1, ' ', false, Tree::error_handler_t::replace)
                         : "f:" + step.key;
        const auto next = at->find(key);
        if (next == at->end()) {
            // A list or a map that is owned as a whole has no members of its own here.
            const bool whole = std::all_of(at->items().begin(), at->items().end(),
                                           [](const auto& item) { return is_metadata_of_none(item.key()); });
            return whole && at != &tree;
        }
        if (!next->is_object()) {
            return false;
        }
        at = &*next;
    }
    return true;
}

/// Masks the values of environment variables, whatever they are called: Weir writes none, it refers to Secrets.
void mask_values(Tree& variables) {
    for (Tree& variable : variables) {
        if (variable.is_object() && variable.contains("value")) {
            variable["value"] = std::string(kMask);
        }
    }
}

/// `….env[X].value`, or below it.
bool is_value_of_variable(const Steps& steps) {
    for (std::size_t i = 2; i < steps.size(); ++i) {
        if (steps[i].key == "value" && steps[i - 1].element && steps[i - 2].key == kVariables) {
            return true;
        }
    }
    return false;
}

Tree without_secrets(const Tree& value, std::size_t depth, bool hidden) {
    if (hidden && !value.is_null()) {
        return std::string(kMask);
    }
    if (value.is_string()) {
        return without_assigned_secrets(value.get_ref<const std::string&>());
    }
    if (depth > kDeepest) {
        return std::string(kMask);
    }
    Tree masked = value;
    if (value.is_array()) {
        for (Tree& element : masked) {
            element = without_secrets(element, depth + 1, false);
        }
    }
    if (value.is_object()) {
        const bool secret_variable = names_credential(text_member(value, "name"));
        for (auto& [key, element] : masked.items()) {
            const bool secret = holds_credential(key) && !element.is_structured();
            element = without_secrets(element, depth + 1, secret || (secret_variable && key == "value"));
            if (key == kVariables && element.is_array()) {
                mask_values(element);
            }
        }
    }
    return masked;
}

} // namespace

bool is_too_deep(std::string_view json) {
    return json_size(json).depth > kDeepestAnswer;
}

std::string quoted_words(std::string_view said) {
    return without_assigned_secrets(said);
}

Tree parse_object(std::string_view text) {
    if (is_too_deep(text)) {
        return {};
    }
    Tree value = Tree::parse(text, nullptr, false);
    return value.is_object() ? value : Tree();
}

const Tree& member(const Tree& object, const char* name) {
    static const Tree kNothing = Tree::object();
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found == object.end() || !found->is_object() ? kNothing : *found;
}

std::string text_member(const Tree& object, std::string_view name) {
    const auto found = object.is_object() ? object.find(std::string(name)) : object.end();
    return found == object.end() || !found->is_string() ? std::string{} : found->get<std::string>();
}

void flatten(const Tree& value, Steps& steps, Leaves& leaves) {
    const bool deeper = steps.size() < kDeepest && !value.empty();
    if (deeper && value.is_object()) {
        for (const auto& [key, element] : value.items()) {
            steps.push_back({key, false});
            flatten(element, steps, leaves);
            steps.pop_back();
        }
        return;
    }
    if (deeper && value.is_array() && is_named(value)) {
        for (const Tree& element : value) {
            steps.push_back({text_member(element, "name"), true});
            flatten(element, steps, leaves);
            steps.pop_back();
        }
        return;
    }
    leaves.emplace(path_of(steps), Leaf{steps, value});
}

std::string managers_of(const Tree& object, const Steps& steps) {
    std::set<std::string> others;
    bool own = false;
    const Tree& metadata = member(object, "metadata");
    const auto entries = metadata.find("managedFields");
    if (entries == metadata.end() || !entries->is_array()) {
        return {};
    }
    for (const Tree& entry : *entries) {
        if (!text_member(entry, "subresource").empty() || !covers(member(entry, "fieldsV1"), steps)) {
            continue;
        }
        const std::string manager = text_member(entry, "manager");
        own = own || manager == kManager;
        if (manager != kManager) {
            others.insert(manager);
        }
    }
    std::string text;
    for (const std::string& manager : others) {
        text += (text.empty() ? "" : ", ") + manager;
    }
    return text.empty() && own ? std::string(kManager) : text;
}

std::string shown(const Leaf& leaf) {
    bool secret = is_value_of_variable(leaf.steps);
    for (const Step& step : leaf.steps) {
        secret = secret || (step.element ? names_credential(step.key) && leaf.steps.back().key == "value"
                                         : holds_credential(step.key));
    }
    Tree value = without_secrets(leaf.value, 0, secret);
    if (!leaf.steps.empty() && leaf.steps.back().key == kVariables && value.is_array()) {
        mask_values(value);
    }
    return value.dump(-1, ' ', false, Tree::error_handler_t::replace);
}

} // namespace weir
