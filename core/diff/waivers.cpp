#include "weir/waivers.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "diff/values.h"
#include "weir/document.h"

namespace weir {

namespace {

/// The text is read as JSON, whatever its file is called.
constexpr std::string_view kName = "waivers.json";
constexpr std::size_t kMostProblems = 100;

constexpr std::array<std::string_view, 4> kKeys = {"fingerprint", "reason", "owner", "expires"};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_fingerprint(std::string_view text) {
    constexpr std::size_t kDigits = 16;
    return text.size() == kDigits &&
           std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// What may be a secret is shown nowhere, also when somebody wrote it into a reason.
std::string shown_text(std::string_view text) {
    return changes::shown(text).words;
}

class Reader {
  public:
    explicit Reader(const Document& document, ReadWaivers& read) : document_(document), read_(read) {}

    void read() {
        const Node& root = document_.node(document_.root());
        if (root.kind != NodeKind::Sequence) {
            report(document_.root(), "a file of waivers is a list of objects");
            return;
        }
        for (const NodeId item : document_.items(document_.root())) {
            read_waiver(item);
        }
    }

  private:
    void report(NodeId node, std::string message) {
        if (read_.problems.size() < kMostProblems) {
            read_.problems.push_back({std::move(message), document_.sources().range(document_.node(node).span)});
        }
    }

    void read_waiver(NodeId item) {
        if (document_.node(item).kind != NodeKind::Mapping) {
            report(item, "a waiver is an object with fingerprint, reason, owner and expires");
            return;
        }
        for (const Entry& entry : document_.entries(item)) {
            const std::string_view key = document_.node(entry.key).text;
            if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
                report(entry.key, fmt::format("a waiver has no {}; it has fingerprint, reason, owner and expires",
                                              shown_text(key)));
            }
        }
        Waiver waiver;
        const bool whole = take(item, kKeys[0], waiver.fingerprint) && take(item, kKeys[1], waiver.reason) &&
                           take(item, kKeys[2], waiver.owner) && take(item, kKeys[3], waiver.expires);
        if (whole && judge(item, waiver)) {
            waiver.reason = shown_text(waiver.reason);
            waiver.owner = shown_text(waiver.owner);
            read_.waivers.push_back(std::move(waiver));
        }
    }

    bool take(NodeId item, std::string_view key, std::string& out) {
        const NodeId value = document_.find(item, key);
        if (value == kNoNode) {
            report(item, fmt::format("the waiver has no {}", key));
            return false;
        }
        if (document_.node(value).kind != NodeKind::String || is_blank(document_.node(value).text)) {
            report(value, fmt::format("{} must be a text that is not blank", key));
            return false;
        }
        out = document_.node(value).text;
        return true;
    }

    bool judge(NodeId item, const Waiver& waiver) {
        if (!is_fingerprint(waiver.fingerprint)) {
            report(document_.find(item, kKeys[0]), "fingerprint must be the 16 hex digits that weir diff prints");
            return false;
        }
        if (!is_date(waiver.expires)) {
            report(document_.find(item, kKeys[3]), "expires must be a day such as 2027-01-31");
            return false;
        }
        const auto [earlier, is_new] = seen_.try_emplace(waiver.fingerprint, item);
        if (!is_new) {
            const Position first = document_.sources().range(document_.node(earlier->second).span).start;
            report(document_.find(item, kKeys[0]),
                   fmt::format("{} is waived already, on line {}", waiver.fingerprint, first.line));
        }
        return is_new;
    }

    const Document& document_;
    ReadWaivers& read_;
    std::unordered_map<std::string, NodeId> seen_;
};

} // namespace

bool is_date(std::string_view text) {
    constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    constexpr std::string_view kForm = "0000-00-00";
    const bool formed =
        text.size() == kForm.size() && std::equal(text.begin(), text.end(), kForm.begin(),
                                                  [](char c, char f) { return f == '-' ? c == '-' : is_digit(c); });
    if (!formed) {
        return false;
    }
    const auto number = [text](std::size_t at, std::size_t count) {
        int value = 0;
        for (const char c : text.substr(at, count)) {
            value = value * 10 + (c - '0');
        }
        return value;
    };
    const int year = number(0, 4);
    const int month = number(5, 2);
    const int day = number(8, 2);
    if (month < 1 || month > 12) {
        return false;
    }
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return day >= 1 && day <= kDays[static_cast<std::size_t>(month) - 1] + (month == 2 && leap ? 1 : 0);
}

ReadWaivers read_waivers(std::string_view text) {
    ReadWaivers read;
    FileSet files;
    files[std::string(kName)] = FileAnswer{std::string(text), {}};
    const ReadDocument document = read_document(files, kName, {}, {}, RootKinds::MappingOrList);
    for (const Finding& finding : document.findings) {
        if (finding.severity() == Severity::Error && read.problems.size() < kMostProblems) {
            const bool known = finding.at.known() && document.document != nullptr;
            read.problems.push_back(
                {finding.message, known ? document.document->sources().range(finding.at) : Range{{1, 1}, {1, 1}}});
        }
    }
    if (!document.need.empty()) {
        read.problems.push_back({"a file of waivers includes no other file", Range{{1, 1}, {1, 1}}});
    }
    if (read.problems.empty() && document.usable) {
        Reader(*document.document, read).read();
    }
    return read;
}

std::vector<ChangesWarning> waive(std::vector<Change>& changes, const std::vector<Waiver>& waivers,
                                  std::string_view today) {
    std::unordered_map<std::string_view, std::vector<Change*>> by_fingerprint;
    for (Change& change : changes) {
        by_fingerprint[change.fingerprint].push_back(&change);
    }
    std::vector<ChangesWarning> warnings;
    for (const Waiver& waiver : waivers) {
        const auto found = by_fingerprint.find(waiver.fingerprint);
        if (found == by_fingerprint.end()) {
            warnings.push_back({"waiver-unmatched", fmt::format("the waiver of {} by {} matches no change: {}",
                                                                waiver.fingerprint, waiver.owner, waiver.reason)});
        } else if (waiver.expires < today) {
            warnings.push_back(
                {"waiver-expired", fmt::format("the waiver of {} by {} ended on {}: {}", waiver.fingerprint,
                                               waiver.owner, waiver.expires, waiver.reason)});
        } else {
            for (Change* change : found->second) {
                change->waived = WaivedBy{waiver.reason, waiver.owner, waiver.expires};
            }
        }
    }
    return warnings;
}

} // namespace weir
