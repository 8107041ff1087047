#include "live/workspace.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "live/open.h"
#include "live/paths.h"
#include "weir/document.h"

namespace weir::live {

namespace {

std::string join(const std::string& folder, std::string_view name) {
    return fmt::format("{}/{}", folder == "/" ? std::string_view() : folder, name);
}

std::string parent(const std::string& folder) {
    return std::string(folder_part(folder));
}

bool exists(const std::string& path) {
    struct stat info {};
    return lstat(path.c_str(), &info) == 0;
}

/// The nearest folder at or above `folder` that holds a repository; empty when there is none.
std::string repository_top(std::string folder) {
    while (!exists(join(folder, ".git"))) {
        if (folder == "/") {
            return {};
        }
        folder = parent(folder);
    }
    return folder;
}

/// The nearest workspace file from `folder` up to `top`. Without a repository, up to the last folder
/// that belongs to the owner of the contract's folder and that nobody else can write to: a file that
/// another user left in /tmp must not widen what a contract can read.
std::string nearest_workspace(const std::string& folder, const std::string& top) {
    struct stat own {};
    if (lstat(folder.c_str(), &own) != 0) {
        return {};
    }
    for (std::string at = folder;; at = parent(at)) {
        struct stat info {};
        if (lstat(at.c_str(), &info) != 0) {
            return {};
        }
        const bool foreign = info.st_uid != own.st_uid || (info.st_mode & S_IWOTH) != 0;
        if (top.empty() && at != folder && foreign) {
            return {};
        }
        std::string file = join(at, kWorkspaceName);
        if (lstat(file.c_str(), &info) == 0 && (!top.empty() || info.st_uid == own.st_uid)) {
            return file;
        }
        if (at == top || at == "/") {
            return {};
        }
    }
}

} // namespace

DeclaredRoot read_ref_root(const std::string& name, FileAnswer text) {
    DeclaredRoot declared;
    FileSet files;
    files[name] = std::move(text);
    const ReadDocument read = read_document(files, name, {});
    const bool broken = read.document == nullptr || !read.usable || !read.need.empty();
    if (broken) {
        declared.problem = read.findings.empty() ? "it cannot be read" : read.findings.front().message;
        return declared;
    }
    const NodeId node = read.document->find(read.document->root(), "ref_root");
    if (node == kNoNode) {
        return declared;
    }
    const Node& value = read.document->node(node);
    if (value.kind != NodeKind::String || value.text.empty()) {
        declared.problem = "ref_root must be a folder, such as \".\"";
        return declared;
    }
    declared.present = true;
    declared.value = value.text;
    return declared;
}

Finding workspace_finding(const std::string& problem) {
    Finding finding;
    finding.code = Code::workspace_invalid;
    finding.message = problem;
    finding.help = "Write ref_root, a folder that holds the contract, seen from the folder of fluid.workspace.yaml.";
    return finding;
}

RefRoot find_ref_root(const std::string& contract_folder) {
    RefRoot root{contract_folder, {}};
    const std::string workspace = nearest_workspace(contract_folder, repository_top(contract_folder));
    if (workspace.empty()) {
        return root;
    }
    const DeclaredRoot declared = read_ref_root(workspace, read_regular(workspace, kLargestWorkspace));
    const auto refuse = [&](std::string_view why) { root.problem = fmt::format("{}: {}", workspace, why); };
    if (!declared.problem.empty()) {
        refuse(declared.problem);
        return root;
    }
    if (!declared.present) {
        return root;
    }
    if (declared.value.starts_with('/')) {
        refuse("ref_root must be relative to this file");
        return root;
    }
    const std::string home = parent(workspace);
    const std::optional<std::string> folder = real_path(join(home, declared.value));
    if (!folder || !lies_within(*folder, home)) {
        refuse("ref_root must be this file's folder or one below it");
    } else if (!lies_within(contract_folder, *folder)) {
        refuse("ref_root does not contain the contract");
    } else {
        root.folder = *folder;
    }
    return root;
}

} // namespace weir::live
