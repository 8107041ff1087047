#include <algorithm>
#include <iterator>
#include <map>

#include "cli/preview.h"

namespace weir::cli {

namespace {

/// Files by their contracts' ids; an id that two files have is nobody's.
std::map<std::string, std::string> by_id(const std::vector<std::string>& files, bool head,
                                         const std::function<std::string(bool, const std::string&)>& id_of) {
    std::map<std::string, std::string> files_by_id;
    for (const std::string& file : files) {
        const std::string id = id_of(head, file);
        const auto [at, first] = files_by_id.try_emplace(id, file);
        if (!first || id.empty()) {
            at->second.clear();
        }
    }
    return files_by_id;
}

} // namespace

std::vector<MatchedFiles> match_files(const std::vector<std::string>& base, const std::vector<std::string>& head,
                                      const std::function<std::string(bool, const std::string&)>& id_of) {
    std::vector<std::string> only_base;
    std::vector<std::string> only_head;
    std::set_difference(base.begin(), base.end(), head.begin(), head.end(), std::back_inserter(only_base));
    std::set_difference(head.begin(), head.end(), base.begin(), base.end(), std::back_inserter(only_head));
    std::map<std::string, std::string> moved; // head's file → the base's
    if (!only_base.empty() && !only_head.empty()) {
        const auto before = by_id(only_base, false, id_of);
        for (const auto& [id, file] : by_id(only_head, true, id_of)) {
            const auto found = before.find(id);
            if (!file.empty() && found != before.end() && !found->second.empty()) {
                moved.emplace(file, found->second);
            }
        }
    }
    std::vector<MatchedFiles> matched;
    std::vector<std::string> taken;
    for (const std::string& file : head) {
        if (const auto found = moved.find(file); found != moved.end()) {
            matched.push_back({found->second, file});
            taken.push_back(found->second);
        } else {
            const bool both = std::binary_search(base.begin(), base.end(), file);
            matched.push_back({both ? file : std::string(), file});
        }
    }
    std::sort(taken.begin(), taken.end());
    for (const std::string& file : only_base) {
        if (!std::binary_search(taken.begin(), taken.end(), file)) {
            matched.push_back({file, {}});
        }
    }
    return matched;
}

} // namespace weir::cli
