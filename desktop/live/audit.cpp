#include "live/audit.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live/open.h"
#include "live/unique_fd.h"
#include "live/write.h"
#include "weir/clip.h"
#include "weir/drift.h"

namespace weir::live {

namespace {

using Tree = nlohmann::ordered_json;

constexpr const char* kName = "audit.jsonl";
constexpr const char* kFormerName = "audit.1.jsonl";
constexpr std::size_t kLongestText = 300;
constexpr std::size_t kMostTexts = 40; ///< of one list
constexpr std::size_t kLongestLine = 64UL * 1024;

std::string kept(const std::string& text) {
    return clipped(quoted_words(text), kLongestText);
}

std::vector<std::string> kept(const std::vector<std::string>& texts) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < std::min(texts.size(), kMostTexts); ++i) {
        all.push_back(kept(texts[i]));
    }
    if (texts.size() > kMostTexts) {
        all.push_back(fmt::format("and {} more", texts.size() - kMostTexts));
    }
    return all;
}

std::string now_in_words() {
    using namespace std::chrono;
    const auto now = system_clock::now();
    const auto millis = duration_cast<milliseconds>(now.time_since_epoch()).count() % 1000;
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(system_clock::to_time_t(now)), millis);
}

Tree tree_of(const AuditEntry& entry) {
    return {{"schema", 1},
            {"time", entry.time},
            {"run", entry.run},
            {"program", entry.program},
            {"version", entry.version},
            {"command", entry.command},
            {"arguments", entry.arguments},
            {"contexts", entry.contexts},
            {"result", entry.result},
            {"codes", entry.codes},
            {"objects", entry.objects},
            {"planDigest", entry.plan_digest}};
}

std::string text_of(const Tree& tree, const char* name) {
    const auto found = tree.find(name);
    return found != tree.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::vector<std::string> texts_of(const Tree& tree, const char* name) {
    std::vector<std::string> texts;
    const auto found = tree.find(name);
    for (const Tree& item : found != tree.end() && found->is_array() ? *found : Tree::array()) {
        if (item.is_string()) {
            texts.push_back(item.get<std::string>());
        }
    }
    return texts;
}

std::optional<AuditEntry> entry_of(std::string_view line) {
    const Tree tree = line.size() > kLongestLine || is_too_deep(line) ? Tree() : Tree::parse(line, nullptr, false);
    if (!tree.is_object() || !tree.contains("command") || !tree.contains("time")) {
        return std::nullopt;
    }
    return AuditEntry{text_of(tree, "time"),      text_of(tree, "run"),       text_of(tree, "program"),
                      text_of(tree, "version"),   text_of(tree, "command"),   texts_of(tree, "arguments"),
                      texts_of(tree, "contexts"), text_of(tree, "result"),    texts_of(tree, "codes"),
                      texts_of(tree, "objects"),  text_of(tree, "planDigest")};
}

/// The log, open and locked, and the folder that it stands in.
struct OpenLog {
    UniqueFd folder;
    UniqueFd file;
    std::size_t size = 0;
    std::string problem;
};

/// Waits for others that write, but not for ever.
bool lock(int file) {
    constexpr int kTries = 200;
    for (int i = 0; i < kTries; ++i) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0) {
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

UniqueFd open_folder(const std::string& folder) {
    std::error_code ignored; // opening tells
    std::filesystem::create_directories(std::filesystem::path(folder).parent_path(), ignored);
    mkdir(folder.c_str(), S_IRWXU);
    return UniqueFd(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/// Opens the file that has the log's name at the time when it is locked.
void open_file(OpenLog& log) {
    constexpr int kTries = 5;
    for (int i = 0; i < kTries; ++i) {
        log.file = UniqueFd(openat(log.folder.get(), kName,
                                   O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, kOwnerOnly));
        struct stat own {};
        struct stat named {};
        if (!log.file.ok() || fstat(log.file.get(), &own) != 0) {
            log.problem = errno == ELOOP ? "is a symbolic link" : reason_of(errno);
            return;
        }
        if (!S_ISREG(own.st_mode) || own.st_uid != geteuid()) {
            log.problem = "is no file of this user";
            return;
        }
        if (!lock(log.file.get())) {
            log.problem = "another program keeps it locked";
            return;
        }
        if (fstatat(log.folder.get(), kName, &named, AT_SYMLINK_NOFOLLOW) == 0 && named.st_ino == own.st_ino) {
            fchmod(log.file.get(), kOwnerOnly);
            fstat(log.file.get(), &own);
            log.size = static_cast<std::size_t>(own.st_size);
            return;
        }
    }
    log.problem = "is replaced again and again";
}

/// A writer that died may have left half a line.
bool ends_in_a_line(const OpenLog& log) {
    char last = '\n';
    return log.size == 0 || (pread(log.file.get(), &last, 1, static_cast<off_t>(log.size - 1)) == 1 && last == '\n');
}

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

std::string csv_field(std::string_view text) {
    std::string field = "\"";
    constexpr std::string_view kFormula = "=+-@\t\r";
    field += !text.empty() && kFormula.find(text.front()) != std::string_view::npos ? "'" : "";
    for (const char c : text) {
        field += c == '"' ? "\"\"" : std::string(1, c);
    }
    return field + "\"";
}

void read_into(AuditRecord& record, const std::string& file) {
    const FileAnswer answer = read_regular(file, 2 * kMostAuditBytes);
    if (!answer.refusal.empty()) {
        record.problem =
            answer.refusal == reason_of(ENOENT) ? std::string{} : fmt::format("{}: {}", file, answer.refusal);
        return;
    }
    std::string_view rest = answer.text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (const std::optional<AuditEntry> entry = entry_of(rest.substr(0, end))) {
            record.entries.push_back(*entry);
        } else {
            record.unreadable += end == 0 ? 0U : 1U;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

} // namespace

std::string new_run() {
    static std::atomic<std::uint32_t> number{0};
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
    return fmt::format("{:x}-{:x}-{:x}", micros, getpid(), number++);
}

AuditLog::AuditLog(std::string folder, std::size_t most) : folder_(std::move(folder)), most_(most) {}

std::string AuditLog::file() const {
    return folder_.empty() ? std::string{} : fmt::format("{}/{}", folder_, kName);
}

std::string AuditLog::append(AuditEntry entry) const {
    if (folder_.empty()) {
        return "there is no folder for the log: neither XDG_STATE_HOME nor HOME is an absolute path";
    }
    entry.time = now_in_words();
    entry.arguments = kept(entry.arguments);
    entry.contexts = kept(entry.contexts);
    entry.codes = kept(entry.codes);
    entry.objects = kept(entry.objects);
    std::string line = audit_json(entry) + "\n";
    OpenLog log;
    log.folder = open_folder(folder_);
    if (!log.folder.ok()) {
        return fmt::format("{}: {}", folder_, reason_of(errno));
    }
    open_file(log);
    if (log.problem.empty() && log.size > 0 && log.size + line.size() > most_) {
        if (renameat(log.folder.get(), kName, log.folder.get(), kFormerName) == 0) {
            open_file(log);
        }
    }
    if (log.problem.empty() && !ends_in_a_line(log)) {
        line.insert(line.begin(), '\n');
    }
    const bool written = log.problem.empty() && write_all(log.file.get(), line) && fdatasync(log.file.get()) == 0;
    if (log.problem.empty() && !written) {
        log.problem = reason_of(errno);
    }
    return log.problem.empty() ? std::string{} : fmt::format("{}: {}", file(), log.problem);
}

AuditRecord AuditLog::read() const {
    AuditRecord record;
    if (!folder_.empty()) {
        read_into(record, fmt::format("{}/{}", folder_, kFormerName));
        read_into(record, file());
    }
    return record;
}

AuditExport AuditLog::write_out(const std::vector<AuditEntry>& entries) const {
    AuditExport done{folder_ + "/audit-export.csv", folder_ + "/audit-export.jsonl", {}};
    const UniqueFd folder = open_folder(folder_);
    if (folder_.empty() || !folder.ok()) {
        done.problem = folder_.empty() ? "there is no folder for it" : reason_of(errno);
        return done;
    }
    done.problem = replace_in(folder.get(), "audit-export.csv", audit_csv(entries), Flush::No, kOwnerOnly);
    if (done.problem.empty()) {
        done.problem = replace_in(folder.get(), "audit-export.jsonl", audit_lines(entries), Flush::No, kOwnerOnly);
    }
    return done;
}

std::string searched_text(const AuditEntry& entry) {
    return lowered(fmt::format("{} {} {} {} {} {} {} {} {} {}", entry.time, entry.run, entry.program, entry.command,
                               fmt::join(entry.arguments, " "), fmt::join(entry.contexts, " "), entry.result,
                               fmt::join(entry.codes, " "), fmt::join(entry.objects, " "), entry.plan_digest));
}

bool matches(std::string_view searched_text, std::string_view search) {
    const std::string wanted = lowered(std::string(search));
    std::string_view rest = wanted;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (searched_text.find(rest.substr(0, end)) == std::string_view::npos) {
            return false;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return true;
}

std::string audit_sentence(const AuditEntry& entry) {
    std::string sentence = entry.command;
    if (!entry.arguments.empty()) {
        sentence += fmt::format(" {}", fmt::join(entry.arguments, " "));
    }
    if (!entry.contexts.empty()) {
        sentence += fmt::format(", context {}", fmt::join(entry.contexts, ", "));
    }
    sentence += fmt::format(": {}", entry.result);
    if (!entry.codes.empty()) {
        sentence += fmt::format(" ({})", fmt::join(entry.codes, ", "));
    }
    if (!entry.objects.empty()) {
        sentence += fmt::format("; {}", fmt::join(entry.objects, "; "));
    }
    return sentence;
}

std::string audit_json(const AuditEntry& entry) {
    return tree_of(entry).dump(-1, ' ', true, Tree::error_handler_t::replace);
}

std::string audit_lines(const std::vector<AuditEntry>& entries) {
    std::string text;
    for (const AuditEntry& entry : entries) {
        text += audit_json(entry) + "\n";
    }
    return text;
}

std::string audit_csv(const std::vector<AuditEntry>& entries) {
    std::string text = "time,run,program,version,command,arguments,contexts,result,codes,objects,planDigest\n";
    for (const AuditEntry& entry : entries) {
        const std::array<std::string, 11> fields = {entry.time,
                                                    entry.run,
                                                    entry.program,
                                                    entry.version,
                                                    entry.command,
                                                    fmt::format("{}", fmt::join(entry.arguments, " ")),
                                                    fmt::format("{}", fmt::join(entry.contexts, " ")),
                                                    entry.result,
                                                    fmt::format("{}", fmt::join(entry.codes, " ")),
                                                    fmt::format("{}", fmt::join(entry.objects, "; ")),
                                                    entry.plan_digest};
        for (std::size_t i = 0; i < fields.size(); ++i) {
            text += (i == 0 ? "" : ",") + csv_field(fields[i]);
        }
        text += "\n";
    }
    return text;
}

} // namespace weir::live
