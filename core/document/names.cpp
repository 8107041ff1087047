#include "document/names.h"

#include <algorithm>
#include <vector>

#include "weir/document.h"

namespace weir {

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The steps of a path, `.` and `..` folded.
struct Folded {
    bool absolute = false;
    std::size_t up = 0; ///< leading `..`
    std::vector<std::string_view> steps;

    void walk(std::string_view path) {
        while (!path.empty()) {
            const std::size_t slash = std::min(path.find('/'), path.size());
            const std::string_view step = path.substr(0, slash);
            path.remove_prefix(std::min(slash + 1, path.size()));
            if (step.empty() || step == ".") {
                continue;
            }
            if (step != "..") {
                steps.push_back(step);
            } else if (!steps.empty()) {
                steps.pop_back();
            } else if (!absolute) {
                ++up;
            }
        }
    }
};

Folded fold(std::string_view path) {
    Folded folded;
    folded.absolute = path.starts_with('/');
    folded.walk(path);
    return folded;
}

/// `c:`, `https:`: what stands before the first colon looks like a scheme.
bool has_scheme(std::string_view ref) {
    const std::size_t colon = ref.find(':');
    if (colon == std::string_view::npos || colon == 0 || !is_letter(ref.front())) {
        return false;
    }
    const std::string_view scheme = ref.substr(0, colon);
    return std::all_of(scheme.begin(), scheme.end(),
                       [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; });
}

bool has_odd_character(std::string_view path) {
    return std::any_of(path.begin(), path.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F || c == '\\' || c == ':' || c == '?' || c == '%';
    });
}

bool has_hidden_step(std::string_view path) {
    while (!path.empty()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        const std::string_view step = path.substr(0, slash);
        path.remove_prefix(std::min(slash + 1, path.size()));
        if (step.starts_with('.') && step != "." && step != "..") {
            return true;
        }
    }
    return false;
}

constexpr std::string_view kHelp = "Write a path relative to this file, such as ../common/orders.yaml#/schema.";

std::optional<RefRefusal> refuse_text(std::string_view path) {
    if (path.starts_with("//")) {
        return RefRefusal{Code::ref_url, "$ref names another host", std::string(kHelp)};
    }
    const bool drive = path.size() >= 2 && is_letter(path[0]) && path[1] == ':';
    if (path.starts_with('/') || path.starts_with('\\') || drive) {
        return RefRefusal{Code::ref_absolute, "$ref is an absolute path", std::string(kHelp)};
    }
    if (has_scheme(path)) {
        return RefRefusal{Code::ref_url, "$ref is a URL", std::string(kHelp)};
    }
    if (has_odd_character(path)) {
        return RefRefusal{Code::ref_form, "$ref has a character that names of fragments may not have",
                          std::string(kHelp)};
    }
    if (has_hidden_step(path)) {
        return RefRefusal{Code::ref_hidden, "$ref names a hidden file or folder",
                          "Give it a name that does not start with a dot."};
    }
    if (!path.ends_with(".yaml") && !path.ends_with(".yml") && !path.ends_with(".json")) {
        return RefRefusal{Code::ref_suffix, "$ref names a file that is not .yaml, .yml or .json", std::string(kHelp)};
    }
    return std::nullopt;
}

/// Decodes `%20`; false when a percent sign is not followed by two hexadecimal digits.
bool percent_decode(std::string_view text, std::string& out) {
    const auto digit = [](char c) {
        return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            out += text[at];
            continue;
        }
        const int high = at + 2 < text.size() ? digit(text[at + 1]) : -1;
        const int low = at + 2 < text.size() ? digit(text[at + 2]) : -1;
        if (high < 0 || low < 0) {
            return false;
        }
        out += static_cast<char>(high * 16 + low);
        at += 2;
    }
    return true;
}

} // namespace

std::string_view folder_of(std::string_view name) {
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? std::string_view{} : name.substr(0, slash == 0 ? 1 : slash);
}

std::string resolve_name(std::string_view base, std::string_view relative) {
    Folded folded;
    if (relative.starts_with('/')) {
        folded.absolute = true;
    } else {
        folded = fold(folder_of(base));
    }
    folded.walk(relative);
    std::string name = folded.absolute ? "/" : "";
    for (std::size_t i = 0; i < folded.up; ++i) {
        name += "../";
    }
    for (const std::string_view step : folded.steps) {
        name += step;
        name += '/';
    }
    if (name.size() > 1 || !folded.absolute) {
        name.resize(name.empty() ? 0 : name.size() - 1);
    }
    return name;
}

bool is_within(std::string_view root, std::string_view name) {
    const Folded outer = fold(root);
    const Folded inner = fold(name);
    if (outer.absolute != inner.absolute) {
        return false;
    }
    if (outer.steps.empty() && !outer.absolute) {
        return inner.up <= outer.up;
    }
    return inner.up == outer.up && inner.steps.size() > outer.steps.size() &&
           std::equal(outer.steps.begin(), outer.steps.end(), inner.steps.begin());
}

RefTarget parse_ref(std::string_view ref, std::string_view base, std::string_view root) {
    RefTarget target;
    const std::size_t hash = ref.find('#');
    const std::string_view path = ref.substr(0, hash);
    const std::string_view pointer = hash == std::string_view::npos ? std::string_view{} : ref.substr(hash + 1);
    if (ref.empty()) {
        target.refusal = RefRefusal{Code::ref_form, "$ref is empty", std::string(kHelp)};
        return target;
    }
    if (!path.empty()) {
        target.refusal = refuse_text(path);
        if (target.refusal) {
            return target;
        }
        target.file = resolve_name(base, path);
        if (!is_within(root, target.file)) {
            target.refusal =
                RefRefusal{Code::ref_outside_root, "$ref leaves the ref root",
                           "Move the fragment below the ref root, or set ref_root in fluid.workspace.yaml."};
            return target;
        }
    }
    if (!percent_decode(pointer, target.pointer) || (!target.pointer.empty() && target.pointer.front() != '/')) {
        target.refusal = RefRefusal{Code::ref_pointer_form, "the part of $ref behind # is not a JSON pointer",
                                    "Write # and a path of keys and numbers, such as #/exposes/0/contract."};
    }
    return target;
}

} // namespace weir
