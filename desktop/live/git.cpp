#include "live/git.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>

#include "live/paths.h"
#include "live/process.h"
#include "live/workspace.h"
#include "weir/fetch.h"

namespace weir::live {

namespace {

FileAnswer refused(std::string why) {
    FileAnswer answer;
    answer.refusal = std::move(why);
    return answer;
}

/// What git needs of the environment: where the user's own settings are, such as safe.directory.
std::vector<std::string> environment() {
    std::vector<std::string> out = {
        "LC_ALL=C",
        "GIT_CONFIG_NOSYSTEM=1",
        "GIT_TERMINAL_PROMPT=0",
        "GIT_OPTIONAL_LOCKS=0",
        // An object that is missing is not fetched from wherever the repository says, nor does git find anything to
        // run: a repository may define a command of git's for a made-up protocol, and older versions know no
        // GIT_NO_LAZY_FETCH. What is called here is part of git's own program.
        "GIT_NO_LAZY_FETCH=1",
        "GIT_ALLOW_PROTOCOL=none",
        "GIT_EXEC_PATH=/nonexistent",
        "PATH=/nonexistent",
    };
    for (const char* name : {"HOME", "XDG_CONFIG_HOME"}) {
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing here sets variables
        if (value != nullptr) {
            out.push_back(fmt::format("{}={}", name, value));
        }
    }
    return out;
}

/// An entry of a tree.
struct TreeEntry {
    std::string mode;
    std::string object;
    std::size_t bytes = 0;
};

class Repository {
  public:
    /// \param folder  real path of a folder in it
    explicit Repository(std::string folder) : git_(find_program("git")), folder_(std::move(folder)) {}

    [[nodiscard]] bool has_git() const { return !git_.empty(); }

    [[nodiscard]] ProcessResult run(const std::vector<std::string>& words, std::size_t most = 64UL * 1024) const {
        std::vector<std::string> arguments = {git_,
                                              "--no-pager",
                                              "--no-replace-objects",
                                              "--literal-pathspecs",
                                              "-c",
                                              "core.fsmonitor=false",
                                              "-c",
                                              "core.hooksPath=/dev/null",
                                              "-c",
                                              "core.commitGraph=false",
                                              "-C",
                                              folder_};
        arguments.insert(arguments.end(), words.begin(), words.end());
        ProcessLimits limits;
        limits.output = most;
        return run_process(arguments, environment(), limits);
    }

    /// Object and size of what stands at `path` in the commit; no mode when nothing does.
    [[nodiscard]] TreeEntry find(const std::string& commit, const std::string& path) const {
        const ProcessResult listed = run({"ls-tree", "-l", "-z", "--full-tree", commit, "--", path});
        TreeEntry entry;
        // `MODE TYPE OBJECT SIZE<tab>PATH<nul>`
        const std::string_view line = std::string_view(listed.out).substr(0, listed.out.find('\t'));
        if (!listed.ok() || line.size() == listed.out.size()) {
            return entry;
        }
        std::array<std::string_view, 4> words;
        std::size_t at = 0;
        for (std::string_view& word : words) {
            at = std::min(line.find_first_not_of(' ', at), line.size());
            word = line.substr(at, line.find(' ', at) - at);
            at += word.size();
        }
        entry.mode = words[0];
        entry.object = words[2];
        std::from_chars(words[3].data(), words[3].data() + words[3].size(), entry.bytes);
        return entry;
    }

    [[nodiscard]] FileAnswer read(const std::string& commit, const std::string& path, std::size_t most) const {
        const TreeEntry entry = find(commit, path);
        if (entry.mode.empty()) {
            return refused(absent(commit, path));
        }
        if (entry.mode == "120000") {
            return refused("is a symbolic link in that revision, and none is followed there");
        }
        if (entry.mode != "100644" && entry.mode != "100755") {
            return refused(entry.mode == "160000" ? "is a submodule in that revision" : "is no file in that revision");
        }
        if (entry.bytes > most) {
            return refused(fmt::format("is larger than {} bytes in that revision", most));
        }
        ProcessResult blob = run({"cat-file", "blob", entry.object}, most);
        if (!blob.ok()) {
            return refused("cannot be read from the repository: its object is missing or broken");
        }
        return FileAnswer{std::move(blob.out), {}};
    }

  private:
    /// Why there is nothing: a folder on the way may be a link or a submodule.
    [[nodiscard]] std::string absent(const std::string& commit, const std::string& path) const {
        for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
            const TreeEntry folder = find(commit, path.substr(0, slash));
            if (folder.mode == "120000") {
                return "lies behind a symbolic link in that revision, and none is followed there";
            }
            if (folder.mode == "160000") {
                return "lies in a submodule in that revision";
            }
            if (folder.mode.empty()) {
                break;
            }
        }
        return "is not in that revision";
    }

    std::string git_;
    std::string folder_;
};

/// A commit, as the core names its files: `git:REV:/path`. The path's first step is thus never `..`.
class Commit {
  public:
    Commit(const Repository& repository, std::string object, std::string_view revision)
        : repository_(repository), object_(std::move(object)) {
        // A revision may hold what would be a step of a path or may not be printed; the commit says the same.
        const bool plain = revision.find("..") == std::string_view::npos && revision.front() != '.' &&
                           revision.front() != '/' && std::all_of(revision.begin(), revision.end(), [](char c) {
                               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                                      std::string_view("._-~^@{}/").find(c) != std::string_view::npos;
                           });
        prefix_ = fmt::format("git:{}:", plain ? revision : std::string_view(object_).substr(0, 12));
    }

    [[nodiscard]] std::string name_of(std::string_view path) const {
        return path.empty() ? prefix_ : fmt::format("{}/{}", prefix_, path);
    }

    [[nodiscard]] FileAnswer contract(const std::string& path) const { return read(path, name_part(path)); }

    /// \param root  path of the ref root
    [[nodiscard]] FileAnswer fragment(const std::string& name, const std::string& root) const {
        if (!name.starts_with(prefix_ + "/")) {
            return refused("leaves the repository");
        }
        const std::string path = name.substr(prefix_.size() + 1);
        return read(path, root.empty() ? std::string_view(path) : std::string_view(path).substr(root.size() + 1));
    }

    /// The ref root of a contract in `folder`, by the nearest fluid.workspace.yaml.
    [[nodiscard]] RefRoot ref_root(const std::string& folder) const;

  private:
    /// \param seen  the part of the path in which no step may be hidden
    [[nodiscard]] FileAnswer read(const std::string& path, std::string_view seen) const {
        if (seen.starts_with('.') || seen.find("/.") != std::string_view::npos) {
            return refused("is a hidden file, or lies in a hidden folder");
        }
        if (!has_document_suffix(path)) {
            return refused("does not end in .yaml, .yml or .json");
        }
        return repository_.read(object_, path, DocumentLimits{}.bytes);
    }

    const Repository& repository_;
    std::string object_;
    std::string prefix_;
};

std::string joined(std::string_view folder, std::string_view name) {
    return folder.empty() ? std::string(name) : fmt::format("{}/{}", folder, name);
}

/// The top of the repository is the folder without a name.
bool lies_below(std::string_view path, std::string_view folder) {
    return folder.empty() || lies_within(path, folder);
}

RefRoot Commit::ref_root(const std::string& folder) const {
    RefRoot root{folder, {}};
    for (std::string at = folder;; at = folder_part(at)) {
        const std::string workspace = joined(at, kWorkspaceName);
        if (!repository_.find(object_, workspace).mode.empty()) {
            const DeclaredRoot declared =
                read_ref_root(name_of(workspace), repository_.read(object_, workspace, kLargestWorkspace));
            // `/top` keeps steps above the repository's top from being lost.
            const std::string resolved = resolve_name("top/" + workspace, declared.value + "/x");
            const std::string target = resolved.starts_with("top/") ? resolved.substr(4) : std::string();
            if (!declared.problem.empty()) {
                root.problem = fmt::format("{}: {}", name_of(workspace), declared.problem);
            } else if (declared.present && (declared.value.starts_with('/') || target.empty() ||
                                            !lies_below(std::string(folder_part(target)), at))) {
                root.problem =
                    fmt::format("{}: ref_root must be this file's folder or one below it", name_of(workspace));
            } else if (declared.present && !lies_below(folder, folder_part(target))) {
                root.problem = fmt::format("{}: ref_root does not contain the contract", name_of(workspace));
            } else if (declared.present) {
                root.folder = folder_part(target);
            }
            return root;
        }
        if (at.empty()) {
            return root;
        }
    }
}

std::string first_line(std::string_view text) {
    text.remove_suffix(text.size() - std::min(text.find('\n'), text.size()));
    return std::string(text);
}

LoadedContract load(const Commit& commit, const std::string& path) {
    LoadedContract loaded;
    const RefRoot root = commit.ref_root(std::string(folder_part(path)));
    const std::string file = commit.name_of(path);
    loaded.ref_root = commit.name_of(root.folder);
    FileAnswer contract = commit.contract(path);
    loaded.found = contract.refusal.empty();
    loaded.files[file] = std::move(contract);
    loaded.checked = check(loaded.files, file, loaded.ref_root, std::nullopt, [&](const std::string& name) {
        FileAnswer& answer = loaded.files[name];
        answer = commit.fragment(name, root.folder);
        return &answer;
    });
    if (loaded.found && !root.problem.empty()) {
        loaded.checked.findings.insert(loaded.checked.findings.begin(), workspace_finding(root.problem));
    }
    return loaded;
}

/// REV and PATH of `REV` or `REV:PATH`.
struct Spec {
    std::string revision;
    std::string path;
};

Spec read_spec(std::string_view spec) {
    const std::size_t colon = std::min(spec.find(':'), spec.size());
    return {std::string(spec.substr(0, colon)), std::string(spec.substr(std::min(colon + 1, spec.size())))};
}

bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

GitContract failed(std::string code, std::string message) {
    GitContract out;
    out.problem = {std::move(code), std::move(message)};
    return out;
}

} // namespace

GitContract load_contract_at(const std::string& file, std::string_view spec) {
    const Spec wanted = read_spec(spec);
    if (wanted.revision.empty() || wanted.revision.front() == '-' || has_control(spec)) {
        return failed("git-revision", "git: needs a revision behind it, such as git:main; one that starts with a "
                                      "hyphen is refused");
    }
    const std::optional<std::string> folder = real_path(folder_part(file));
    const Repository repository(folder.value_or("/"));
    if (!repository.has_git()) {
        return failed("git-unavailable", "git is not installed, or not in PATH");
    }
    const ProcessResult prefix = repository.run({"rev-parse", "--show-prefix"});
    if (!folder || !prefix.ok() || prefix.out.empty()) {
        const std::string why = prefix.problem.empty() ? first_line(prefix.err) : "git " + prefix.problem;
        return failed("git-repository",
                      fmt::format("{} does not lie in a git repository that can be read: {}", file, why));
    }
    const ProcessResult commit =
        repository.run({"rev-parse", "--verify", "--quiet", "--end-of-options", wanted.revision + "^{commit}"});
    const std::string object = first_line(commit.out);
    if (!commit.ok() || object.size() < 40 || object.find_first_not_of("0123456789abcdef") != std::string::npos) {
        return failed("git-revision",
                      fmt::format("{} is no commit of the repository that {} lies in", wanted.revision, file));
    }
    // As on disk: from the top, unless it is spelled from the contract's folder, whose name may hold a newline.
    const bool ended = prefix.out.ends_with('\n');
    const std::string here = "top/" + prefix.out.substr(0, prefix.out.size() - (ended ? 1 : 0));
    const bool relative = wanted.path.starts_with("./") || wanted.path.starts_with("../");
    const std::string named =
        wanted.path.empty() ? here + std::string(name_part(file)) : (relative ? here : "top/") + wanted.path;
    const std::string resolved = resolve_name("", named);
    const bool outside = !resolved.starts_with("top/") || resolved.size() == 4 || wanted.path.starts_with('/');
    if (outside) {
        return failed("git-file", fmt::format("{} leaves the repository", wanted.path));
    }
    GitContract out;
    out.loaded = load(Commit(repository, object, wanted.revision), resolved.substr(4));
    if (!out.loaded.found) {
        const std::string path = resolved.substr(4);
        out.problem = {"git-file",
                       fmt::format("{} {} ({})", path, out.loaded.files.begin()->second.refusal, wanted.revision)};
    }
    return out;
}

} // namespace weir::live
