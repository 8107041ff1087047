#include "live/contracts.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "live/open.h"
#include "live/paths.h"
#include "live/workspace.h"
#include "weir/fetch.h"

namespace weir::live {

namespace {

/// The steps of a name, `.` and `..` folded, as weir::resolve_name folds them.
struct Steps {
    std::size_t up = 0;
    std::vector<std::string_view> names;
};

Steps steps_of(std::string_view path) {
    Steps steps;
    while (!path.empty()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        const std::string_view step = path.substr(0, slash);
        path.remove_prefix(std::min(slash + 1, path.size()));
        if (step == "..") {
            steps.names.empty() ? void(++steps.up) : steps.names.pop_back();
        } else if (!step.empty() && step != ".") {
            steps.names.push_back(step);
        }
    }
    return steps;
}

/// The way from folder `from` to `to`: names of the core turned into steps on disk.
std::string way(std::string_view from, std::string_view to) {
    const Steps start = steps_of(from);
    const Steps end = steps_of(to);
    std::size_t common = 0;
    if (start.up == end.up) {
        while (common < start.names.size() && common < end.names.size() && start.names[common] == end.names[common]) {
            ++common;
        }
    }
    const std::size_t more_up = end.up > start.up ? end.up - start.up : 0;
    std::string path;
    for (std::size_t i = common; i < start.names.size() + more_up; ++i) {
        path += "/..";
    }
    for (std::size_t i = common; i < end.names.size(); ++i) {
        path += '/';
        path += end.names[i];
    }
    return path;
}

/// Reads the files of one contract.
class Reader {
  public:
    /// \param file    its name
    /// \param folder  where on disk it stands
    Reader(std::string file, const std::string& folder, const Overlay& overlay)
        : file_(std::move(file)), overlay_(overlay), folder_(real_path(folder)) {
        if (folder_) {
            root_ = find_ref_root(*folder_);
        }
    }

    [[nodiscard]] const RefRoot& root() const { return root_; }
    [[nodiscard]] std::string root_name() const;
    [[nodiscard]] FileAnswer contract() const;
    [[nodiscard]] FileAnswer fragment(const std::string& name) const;

  private:
    [[nodiscard]] FileAnswer read(const std::string& path, bool below_root) const;

    std::string file_;
    const Overlay& overlay_;
    std::optional<std::string> folder_;
    RefRoot root_;
};

/// The ref root in the names of the core: as many steps up from the contract's folder as on disk.
std::string Reader::root_name() const {
    if (!folder_ || root_.folder == *folder_) {
        return {};
    }
    std::string up = ".";
    const std::string below = folder_->substr(root_.folder == "/" ? 0 : root_.folder.size());
    for (const char step : below) {
        up += step == '/' ? "/.." : "";
    }
    const std::string name = resolve_name(file_, up);
    return name.empty() ? "." : name;
}

FileAnswer refused(std::string why) {
    FileAnswer answer;
    answer.refusal = std::move(why);
    return answer;
}

FileAnswer Reader::read(const std::string& path, bool below_root) const {
    const std::optional<std::string> real = real_path(path);
    if (!real) {
        return refused("its symbolic links lead in circles");
    }
    if (!lies_within(*real, root_.folder)) {
        return refused("leaves the ref root through a symbolic link");
    }
    const bool hidden = below_root ? is_hidden_below(*real, root_.folder) : name_part(*real).starts_with('.');
    if (hidden) {
        return refused("is a hidden file, or lies in a hidden folder");
    }
    if (!has_document_suffix(*real)) {
        return refused("does not end in .yaml, .yml or .json");
    }
    if (auto text = overlay_ ? overlay_(*real) : std::nullopt) {
        return FileAnswer{std::move(*text), {}};
    }
    return read_regular(*real, DocumentLimits{}.bytes);
}

FileAnswer Reader::contract() const {
    if (!folder_) {
        return refused("its symbolic links lead in circles");
    }
    if (name_part(file_).empty()) {
        return refused("is a folder; name a contract in it");
    }
    if (!has_document_suffix(file_)) {
        std::error_code unknown;
        if (std::filesystem::is_directory(*folder_ + "/" + std::string(name_part(file_)), unknown)) {
            return refused("is a folder; name a contract in it");
        }
        return refused("does not end in .yaml, .yml or .json");
    }
    return read(*folder_ + "/" + std::string(name_part(file_)), false);
}

FileAnswer Reader::fragment(const std::string& name) const {
    return read(*folder_ + way(folder_part(file_), name), true);
}

LoadedContract load(const Reader& reader, const std::string& file, std::optional<FragmentKind> fragment) {
    LoadedContract loaded;
    loaded.ref_root = reader.root_name();
    FileAnswer contract = reader.contract();
    loaded.found = contract.refusal.empty();
    loaded.files[file] = std::move(contract);
    loaded.checked = check(loaded.files, file, loaded.ref_root, fragment, [&](const std::string& name) {
        FileAnswer& answer = loaded.files[name];
        answer = reader.fragment(name);
        return &answer;
    });
    if (loaded.found && !reader.root().problem.empty()) {
        loaded.checked.findings.insert(loaded.checked.findings.begin(), workspace_finding(reader.root().problem));
    }
    return loaded;
}

} // namespace

LoadedContract load_contract(const std::string& file, std::optional<FragmentKind> fragment, const Overlay& overlay) {
    return load(Reader(file, std::string(folder_part(file)), overlay), file, fragment);
}

LoadedContract load_contract_below(const std::string& folder, const std::string& name) {
    const Overlay none;
    const std::string below(folder_part(name));
    return load(Reader(name, below.empty() ? folder : folder + "/" + below, none), name, std::nullopt);
}

LoadedContract load_contract_from_root(const std::string& file) {
    const std::optional<std::string> folder = real_path(folder_part(file));
    if (!folder) {
        return load_contract(file);
    }
    const std::string root = find_ref_root(*folder).folder;
    std::string below = folder->substr(root == "/" ? 0 : root.size());
    below.erase(0, below.starts_with('/') ? 1 : 0);
    const std::string name(name_part(file));
    return load_contract_below(root, below.empty() ? name : below + "/" + name);
}

bool lacks_a_file(const LoadedContract& loaded) {
    const std::vector<Finding>& findings = loaded.checked.findings;
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.code == Code::ref_unreadable; });
}

} // namespace weir::live
