#include "live/archive.h"

#include <algorithm>
#include <memory>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "live/open.h"
#include "live/paths.h"

namespace weir::live {

namespace {

constexpr std::size_t kBlock = 512;
constexpr std::size_t kChunk = 64UL * 1024;
/// Of the unpacked archive: a header and a part of a block for each member, and the blocks at its end.
constexpr std::size_t kMostTarBytes = kMostBundleBytes + kMostBundleMembers * 2 * kBlock + 20 * kBlock;

struct Free {
    void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};
struct FreeReader {
    void operator()(archive* reader) const { archive_read_free(reader); }
};
struct FreeWriter {
    void operator()(archive* writer) const { archive_write_free(writer); }
};
using Reader = std::unique_ptr<archive, FreeReader>;
using Writer = std::unique_ptr<archive, FreeWriter>;
using Entry = std::unique_ptr<archive_entry, Free>;

la_ssize_t append_to(archive* /*writer*/, void* out, const void* bytes, std::size_t length) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), length);
    return static_cast<la_ssize_t>(length);
}

std::string reason(archive* of) {
    const char* text = archive_error_string(of);
    return text == nullptr ? "it cannot be read" : text;
}

DeployProblem archive_problem(std::string_view member, std::string message) {
    return {"bundle-archive", std::string(member), std::move(message), "Make the bundle anew with weir bundle."};
}

/// The tar archive in a gzip file; a problem when there is none, or too much of it.
std::string gunzip(std::string_view bytes, std::string& problem) {
    std::string tar;
    const Reader reader(archive_read_new());
    archive_entry* entry = nullptr;
    if (archive_read_support_filter_gzip(reader.get()) != ARCHIVE_OK ||
        archive_read_support_format_raw(reader.get()) != ARCHIVE_OK ||
        archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK ||
        archive_read_next_header(reader.get(), &entry) != ARCHIVE_OK) {
        problem = "is not a gzip file";
        return tar;
    }
    if (archive_filter_count(reader.get()) != 2) { // the filter, and the file behind it
        problem = "is not a tar archive in one layer of gzip";
        return tar;
    }
    for (;;) {
        const std::size_t had = tar.size();
        tar.resize(had + kChunk);
        const la_ssize_t got = archive_read_data(reader.get(), tar.data() + had, kChunk);
        tar.resize(had + static_cast<std::size_t>(std::max<la_ssize_t>(got, 0)));
        if (got < 0) {
            problem = reason(reader.get());
            return tar;
        }
        if (got == 0) {
            return tar;
        }
        if (tar.size() > kMostTarBytes) {
            problem = fmt::format("would unpack to more than {} bytes", kMostTarBytes);
            return tar;
        }
    }
}

/// Why a member cannot be part of a bundle, by its header alone.
DeployProblem judge_entry(archive* reader, archive_entry* entry, const std::string& name, std::size_t left) {
    if (std::string fault = member_name_fault(name); !fault.empty()) {
        return {"bundle-member-name", name, std::move(fault), ""};
    }
    if (archive_format(reader) != ARCHIVE_FORMAT_TAR_USTAR) {
        return archive_problem(name, "is not in plain USTAR form");
    }
    if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr ||
        archive_entry_symlink(entry) != nullptr) {
        return archive_problem(name, "is a link, a folder or a device; a bundle has plain files only");
    }
    const la_int64_t size = archive_entry_size(entry);
    if (size < 0 || static_cast<std::uint64_t>(size) > std::min(kMostMemberBytes, left)) {
        return {"bundle-too-large", name, "holds more than a bundle may", ""};
    }
    return {};
}

/// Bytes of the archive up to the end of the member that was just read.
std::size_t end_of(archive* reader, std::size_t size) {
    const auto header = static_cast<std::size_t>(archive_read_header_position(reader));
    return header + kBlock + (size + kBlock - 1) / kBlock * kBlock;
}

Unpacked untar(const std::string& tar) {
    Unpacked unpacked;
    const auto refuse = [&](DeployProblem problem) {
        unpacked.problems.push_back(std::move(problem));
        return unpacked;
    };
    const Reader reader(archive_read_new());
    if (archive_read_support_format_tar(reader.get()) != ARCHIVE_OK ||
        archive_read_open_memory(reader.get(), tar.data(), tar.size()) != ARCHIVE_OK) {
        return refuse(archive_problem("", "is not a tar archive"));
    }
    std::size_t total = 0;
    std::size_t end = 0;
    archive_entry* entry = nullptr;
    for (int state = 0; (state = archive_read_next_header(reader.get(), &entry)) != ARCHIVE_EOF;) {
        const char* path = state == ARCHIVE_OK ? archive_entry_pathname(entry) : nullptr;
        if (path == nullptr) {
            return refuse(archive_problem("", "is damaged, or no tar archive"));
        }
        const std::string name = path;
        if (unpacked.members.size() == kMostBundleMembers) {
            return refuse(
                {"bundle-too-large", name, fmt::format("is one more than {} members", kMostBundleMembers), ""});
        }
        DeployProblem problem = judge_entry(reader.get(), entry, name, kMostBundleBytes - total);
        if (!problem.code.empty()) {
            return refuse(std::move(problem));
        }
        std::string text(static_cast<std::size_t>(archive_entry_size(entry)), '\0');
        if (archive_read_data(reader.get(), text.data(), text.size()) != static_cast<la_ssize_t>(text.size())) {
            return refuse(archive_problem(name, "is cut off"));
        }
        total += text.size();
        end = end_of(reader.get(), text.size());
        unpacked.members.push_back({name, std::move(text)});
    }
    if (end > tar.size() || tar.find_first_not_of('\0', end) != std::string::npos) {
        return refuse(archive_problem("", "something stands behind the end of the archive"));
    }
    return unpacked;
}

bool add_member(archive* writer, const BundleMember& member) {
    const Entry entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), member.path.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(member.text.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_mtime(entry.get(), 0, 0);
    archive_entry_set_uid(entry.get(), 0);
    archive_entry_set_gid(entry.get(), 0);
    return archive_write_header(writer, entry.get()) == ARCHIVE_OK &&
           archive_write_data(writer, member.text.data(), member.text.size()) ==
               static_cast<la_ssize_t>(member.text.size());
}

} // namespace

Packed pack(const std::vector<BundleMember>& members) {
    Packed packed;
    const Writer writer(archive_write_new());
    const bool open =
        archive_write_add_filter_gzip(writer.get()) == ARCHIVE_OK &&
        archive_write_set_format_ustar(writer.get()) == ARCHIVE_OK &&
        archive_write_set_options(writer.get(), "gzip:!timestamp,gzip:compression-level=9") == ARCHIVE_OK &&
        archive_write_set_bytes_in_last_block(writer.get(), 1) == ARCHIVE_OK &&
        archive_write_open(writer.get(), &packed.bytes, nullptr, append_to, nullptr) == ARCHIVE_OK;
    for (const BundleMember& member : members) {
        if (packed.problem.empty() && open && !add_member(writer.get(), member)) {
            packed.problem = fmt::format("{}: {}", member.path, reason(writer.get()));
        }
    }
    if (packed.problem.empty() && (!open || archive_write_close(writer.get()) != ARCHIVE_OK)) {
        packed.problem = reason(writer.get());
    }
    return packed;
}

Unpacked unpack(std::string_view bytes) {
    std::string problem;
    const std::string tar = gunzip(bytes, problem);
    if (!problem.empty()) {
        Unpacked unpacked;
        unpacked.problems.push_back(archive_problem("", std::move(problem)));
        return unpacked;
    }
    return untar(tar);
}

bool is_bundle_name(std::string_view file) {
    return file.ends_with(".tgz") || file.ends_with(".tar.gz");
}

Bundle load_bundle(const std::string& file) {
    Bundle bundle;
    const std::optional<std::string> path = real_path(file);
    FileAnswer answer;
    if (path) {
        answer = read_regular(*path, kMostArchiveBytes);
    } else {
        answer.refusal = "its symbolic links lead in circles";
    }
    if (!answer.refusal.empty() || answer.text.size() > kMostArchiveBytes) {
        bundle.problems.push_back(
            {"bundle-unreadable", "",
             answer.refusal.empty() ? fmt::format("has more than {} bytes", kMostArchiveBytes) : answer.refusal, ""});
        return bundle;
    }
    Unpacked unpacked = unpack(answer.text);
    if (!unpacked.problems.empty()) {
        bundle.problems = std::move(unpacked.problems);
        return bundle;
    }
    return read_bundle(std::move(unpacked.members));
}

} // namespace weir::live
