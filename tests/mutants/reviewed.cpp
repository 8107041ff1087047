#include "reviewed.h"

#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>

namespace weir::test {

namespace {

constexpr std::string_view kOpen = "REVIEW";

/// Every `[reason] subject: kind 3/9` of a list, for comparing.
template <class Sections> std::set<std::string> flat(const Sections& sections) {
    std::set<std::string> out;
    for (const auto& [reason, lines] : sections) {
        for (const auto& [subject, kinds] : lines) {
            for (const auto& [kind, count] : kinds) {
                out.insert(fmt::format("{}: {} {}", subject, kind, count));
            }
        }
    }
    return out;
}

} // namespace

void Reviewed::count(const std::string& subject, std::string_view kind, bool hit) {
    Count& count = counts_[subject][std::string(kind)];
    count.hits += hit ? 1 : 0;
    ++count.all;
}

Reviewed::Sections Reviewed::read(const std::string& path) {
    Sections sections;
    std::ifstream in(path);
    std::string reason(kOpen);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("[")) {
            reason = line.substr(1, line.rfind(']') - 1);
        } else if (const std::size_t colon = line.rfind(": "); !line.starts_with("#") && colon != std::string::npos) {
            std::istringstream parts(line.substr(colon + 2));
            for (std::string kind, count; parts >> kind >> count;) {
                count.erase(count.find_last_not_of(',') + 1);
                sections[reason][line.substr(0, colon)][kind] = count;
            }
        }
    }
    return sections;
}

Reviewed::Sections Reviewed::sorted_into(const Sections& golden) const {
    Sections sections;
    for (const auto& [subject, kinds] : counts_) {
        for (const auto& [kind, count] : kinds) {
            if (count.hits == 0) {
                continue;
            }
            std::string reason(kOpen);
            for (const auto& [known, lines] : golden) {
                const auto line = lines.find(subject);
                if (line != lines.end() && line->second.count(kind) != 0) {
                    reason = known;
                }
            }
            sections[reason][subject][kind] = fmt::format("{}/{}", count.hits, count.all);
        }
    }
    return sections;
}

bool Reviewed::settle(const std::string& path, bool update) const {
    const Sections golden = read(path);
    const Sections now = sorted_into(golden);
    if (update) {
        std::ifstream in(path);
        std::string head;
        for (std::string line; std::getline(in, line) && line.starts_with("#");) {
            head += line + "\n";
        }
        std::ofstream out(path);
        out << head;
        for (const auto& [reason, lines] : now) {
            out << "\n[" << reason << "]\n";
            for (const auto& [subject, kinds] : lines) {
                std::string list;
                for (const auto& [kind, count] : kinds) {
                    list += (list.empty() ? "" : ", ") + kind + " " + count;
                }
                out << subject << ": " << list << "\n";
            }
        }
    }
    const std::set<std::string> before = update ? flat(now) : flat(golden);
    const std::set<std::string> after = flat(now);
    for (const std::string& line : before) {
        if (after.count(line) == 0) {
            fmt::print("  - {}\n", line);
        }
    }
    for (const std::string& line : after) {
        if (before.count(line) == 0) {
            fmt::print("  + {}\n", line);
        }
    }
    const bool open = now.count(std::string(kOpen)) != 0;
    if (open || before != after) {
        fmt::print("{}: {}\n", path, open ? "lines without a reason stand under [REVIEW]" : "differs; see --update");
    }
    return !open && before == after;
}

} // namespace weir::test
