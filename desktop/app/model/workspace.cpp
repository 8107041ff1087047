#include "model/workspace.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "model/search.h"

namespace weir::app {

namespace fs = std::filesystem;

namespace {

using Summaries = std::vector<std::pair<fs::path, ContractSummary>>;

/// Checks `paths` one after the other and hands summaries over a few at a time.
void check_all(const std::vector<fs::path>& paths, TaskControl& control,
               const std::function<void(Summaries)>& hand_over) {
    using std::chrono::steady_clock;
    constexpr auto kHandOverEvery = std::chrono::milliseconds(50);
    Summaries summaries;
    auto last = steady_clock::now();
    const auto total = static_cast<std::uint32_t>(paths.size());
    for (std::uint32_t i = 0; i < total && !control.cancelled(); ++i) {
        control.progress(i, total);
        summaries.emplace_back(paths[i], summarize(read_contract_file(paths[i])));
        if (steady_clock::now() - last > kHandOverEvery) {
            hand_over(std::exchange(summaries, {}));
            last = steady_clock::now();
        }
    }
    hand_over(std::move(summaries));
}

std::string shown_name(const fs::path& file, const fs::path& folder) {
    const std::string relative = file.lexically_relative(folder).generic_string();
    return relative.empty() || relative.rfind("..", 0) == 0 ? file.generic_string() : relative;
}

} // namespace

Workspace::Workspace(Tasks& tasks)
    : tasks_(tasks), watch_(tasks.poster("The folder is another"),
                            [this](FolderListing listing) { take_listing(std::move(listing)); }) {
    tasks_.on_failure([this](const std::string& what) {
        notice_ = what;
        loading_ = comparing_ = checking_ = false;
    });
}

const ContractEntry* Workspace::selected_entry() const {
    const auto at = index_.find(selected_.native());
    return at == index_.end() ? nullptr : &contracts_[at->second];
}

ContractEntry* Workspace::entry(const fs::path& path) {
    const auto at = index_.find(path.native());
    return at == index_.end() ? nullptr : &contracts_[at->second];
}

fs::path Workspace::baseline() const {
    const auto at = baselines_.find(selected_);
    return at == baselines_.end() ? fs::path() : at->second;
}

bool Workspace::settled() const {
    const bool listed = folder_.path.empty() || folder_.listed;
    return listed && !force_ && !loading_ && !comparing_ && !checking_ && !tasks_.busy();
}

// ---- the folder ----

void Workspace::open_folder(const fs::path& folder) {
    fs::path opened = folder.lexically_normal(); // it may be the one that is open
    cancel();
    notice_.clear();
    folder_ = {};
    folder_.path = std::move(opened);
    contracts_.clear();
    index_.clear();
    shown_.clear();
    filter_.clear();
    extra_.clear();
    selected_.clear();
    forget_open();
    watch_.watch(folder_.path);
}

void Workspace::open_contract(const fs::path& file) {
    const fs::path path = file.lexically_normal();
    if (folder_.path.empty()) {
        open_folder(path.has_parent_path() ? path.parent_path() : fs::path("."));
    }
    if (entry(path) != nullptr) {
        select(path);
        return;
    }
    extra_ = path;
    wanted_ = path;
    watch_others();
    watch_.look_now();
    folder_.listed = false;
}

void Workspace::reread() {
    notice_.clear();
    force_ = !folder_.path.empty();
    watch_.look_now();
}

bool Workspace::is_stale(const ContractSummary& summary, const FolderListing& listing) const {
    return std::any_of(summary.read.begin(), summary.read.end(), [&](const auto& read) {
        const auto now = listing.others.find(read.first);
        return now != listing.others.end() && !(now->second == read.second);
    });
}

void Workspace::merge(FolderListing& listing) {
    if (!extra_.empty()) {
        const bool found = std::any_of(listing.contracts.begin(), listing.contracts.end(),
                                       [&](const FoundContract& c) { return c.path == extra_; });
        const auto stamp = listing.others.find(extra_);
        if (!found && stamp != listing.others.end()) {
            listing.contracts.push_back({extra_, shown_name(extra_, folder_.path), stamp->second});
        }
    }
    std::vector<ContractEntry> merged;
    merged.reserve(listing.contracts.size());
    for (FoundContract& found : listing.contracts) {
        ContractEntry next{found.path, std::move(found.name), found.stamp, {}, true};
        if (ContractEntry* old = entry(found.path)) {
            const bool same = old->stamp == found.stamp && !old->due && !force_;
            next.due = !same || is_stale(old->summary, listing);
            next.summary = std::move(old->summary);
        }
        merged.push_back(std::move(next));
    }
    contracts_ = std::move(merged);
    index_.clear();
    for (std::size_t i = 0; i < contracts_.size(); ++i) {
        index_.emplace(contracts_[i].path.native(), i);
    }
}

void Workspace::select_after_listing() {
    const fs::path wanted = std::exchange(wanted_, fs::path());
    if (!wanted.empty() && entry(wanted) != nullptr) {
        select(wanted);
    } else if (selected_.empty() && !contracts_.empty()) {
        select(contracts_.front().path);
    } else if (const ContractEntry* open = entry(selected_)) {
        if (open->due) {
            load_selected();
        }
    } else if (!selected_.empty()) {
        notice_ = shown_name(selected_, folder_.path) + " is gone.";
        selected_.clear();
        forget_open();
    }
}

void Workspace::take_listing(FolderListing listing) {
    if (listing.folder != folder_.path || (!extra_.empty() && listing.others.count(extra_) == 0)) {
        return; // of another folder, or looked at before the extra file was asked for
    }
    folder_.listed = true;
    folder_.error = listing.error;
    folder_.truncated = listing.truncated;
    merge(listing);
    const bool forced = std::exchange(force_, false);
    apply_filter();
    select_after_listing();
    check_waiting();
    if (changes_ != nullptr && !comparing_) {
        const bool stale = std::any_of(changes_->read.begin(), changes_->read.end(), [&](const auto& read) {
            const auto now = listing.others.find(read.first);
            return now != listing.others.end() && !(now->second == read.second);
        });
        if (stale || forced) {
            load_changes();
        }
    }
}

void Workspace::check_waiting() {
    std::vector<fs::path> due;
    for (const ContractEntry& contract : contracts_) {
        if (contract.due && !(loading_ && contract.path == selected_)) {
            due.push_back(contract.path);
        }
    }
    tasks_.cancel(check_task_);
    checking_ = !due.empty();
    if (due.empty()) {
        return;
    }
    const auto take = [this](Summaries summaries) { // NOLINT(performance-unnecessary-value-param): moved from
        for (auto& [path, summary] : summaries) {
            take_summary(path, std::move(summary));
        }
    };
    check_task_ =
        tasks_.start("Checking contracts", [due = std::move(due), take, post = tasks_.poster("A contract is checked"),
                                            this](TaskControl& control) {
            check_all(due, control, [&](Summaries summaries) {
                post([take, summaries = std::move(summaries)]() mutable { take(std::move(summaries)); });
            });
            return [this, id = control.id()] {
                checking_ = checking_ && id != check_task_;
                apply_filter();
                watch_others();
            };
        });
}

void Workspace::take_summary(const fs::path& path, ContractSummary summary) {
    if (ContractEntry* contract = entry(path)) {
        contract->summary = std::move(summary);
        contract->due = false;
    }
}

void Workspace::watch_others() {
    std::set<fs::path> others;
    for (const ContractEntry& contract : contracts_) {
        for (std::size_t i = 1; i < contract.summary.read.size(); ++i) {
            others.insert(contract.summary.read[i].first);
        }
    }
    if (changes_ != nullptr) {
        for (const auto& read : changes_->read) {
            others.insert(read.first);
        }
    }
    if (!extra_.empty()) {
        others.insert(extra_);
    }
    watch_.also({others.begin(), others.end()});
}

void Workspace::apply_filter() {
    shown_.clear();
    for (std::size_t i = 0; i < contracts_.size(); ++i) {
        if (filter_.empty() || contains_word(contracts_[i].name, filter_) ||
            contains_word(contracts_[i].summary.id, filter_)) {
            shown_.push_back(i);
        }
    }
}

// ---- the open contract ----

void Workspace::forget_open() {
    ++generation_;
    ++changes_generation_;
    loading_ = comparing_ = false;
    ++revision_;
    tasks_.let_go(std::exchange(snapshot_, nullptr));
    tasks_.let_go(std::exchange(changes_, nullptr));
    cursor_ = {0, 1, cursor_.revision + 1};
    finding_ = build_ = change_ = 0;
    sql_line_ = 0;
}

void Workspace::select(const fs::path& path) {
    if (path == selected_) {
        return;
    }
    forget_open();
    selected_ = path;
    if (!next_baseline_.empty()) {
        baselines_[selected_] = std::exchange(next_baseline_, fs::path());
    }
    load_selected();
}

void Workspace::move_selection(int by) {
    if (shown_.empty()) {
        return;
    }
    const auto at =
        std::find_if(shown_.begin(), shown_.end(), [&](std::size_t i) { return contracts_[i].path == selected_; });
    const auto last = static_cast<std::ptrdiff_t>(shown_.size()) - 1;
    const std::ptrdiff_t now = at == shown_.end() ? (by > 0 ? -1 : last + 1) : at - shown_.begin();
    const std::ptrdiff_t next = std::clamp<std::ptrdiff_t>(now + by, 0, last);
    select(contracts_[shown_[static_cast<std::size_t>(next)]].path);
}

void Workspace::load_selected() {
    tasks_.cancel(load_task_);
    loading_ = true;
    const std::uint64_t generation = ++generation_;
    load_task_ = tasks_.start(
        "Reading the contract",
        [this, generation, path = selected_](TaskControl&) -> Finish {
            auto snapshot = make_snapshot(read_contract_file(path));
            return [this, generation, snapshot = std::move(snapshot)] { take_snapshot(snapshot, generation); };
        },
        TaskPriority::Urgent);
}

void Workspace::take_snapshot(std::shared_ptr<const Snapshot> snapshot, std::uint64_t generation) {
    if (generation != generation_) {
        return;
    }
    const bool first = snapshot_ == nullptr;
    loading_ = false;
    ++revision_;
    tasks_.let_go(std::exchange(snapshot_, std::move(snapshot)));
    take_summary(snapshot_->path, snapshot_->summary);
    apply_filter();
    if (first && !snapshot_->findings.empty()) {
        go_to(snapshot_->findings.front().place); // what is wrong is in sight when a contract is opened
    }
    if (cursor_.file >= snapshot_->files.size()) {
        cursor_.file = 0;
    }
    const std::size_t lines = snapshot_->files.empty() ? 1 : snapshot_->files[cursor_.file].lines.size();
    cursor_.line =
        std::clamp<std::uint32_t>(cursor_.line, 1, static_cast<std::uint32_t>(std::max<std::size_t>(lines, 1)));
    finding_ = std::min(finding_, snapshot_->findings.empty() ? 0 : snapshot_->findings.size() - 1);
    build_ = std::min(build_, snapshot_->builds.empty() ? 0 : snapshot_->builds.size() - 1);
    watch_others();
    load_changes();
}

void Workspace::load_changes() {
    const fs::path file = baseline();
    const std::uint64_t generation = ++changes_generation_;
    if (file.empty() || snapshot_ == nullptr) {
        ++revision_;
        comparing_ = false;
        tasks_.let_go(std::exchange(changes_, nullptr));
        return;
    }
    comparing_ = true;
    tasks_.start(
        "Comparing with the baseline",
        [this, generation, file, head = snapshot_](TaskControl&) -> Finish {
            auto changes = compare(read_contract_file(file), *head);
            return [this, generation, changes = std::move(changes)] {
                if (generation != changes_generation_) {
                    return;
                }
                comparing_ = false;
                ++revision_;
                tasks_.let_go(std::exchange(changes_, changes));
                change_ = std::min(change_, changes_->changes.empty() ? 0 : changes_->changes.size() - 1);
                watch_others();
            };
        },
        TaskPriority::Urgent);
}

void Workspace::set_baseline(const fs::path& file) {
    if (selected_.empty()) {
        next_baseline_ = file.lexically_normal();
        return;
    }
    baselines_[selected_] = file.lexically_normal();
    ++revision_;
    tasks_.let_go(std::exchange(changes_, nullptr));
    change_ = 0;
    load_changes();
}

void Workspace::clear_baseline() {
    baselines_.erase(selected_);
    load_changes();
}

void Workspace::cancel() {
    if (tasks_.busy()) {
        notice_ = "Stopped. F5 reads again.";
    }
    tasks_.cancel_all();
    ++generation_;
    ++changes_generation_;
    loading_ = comparing_ = checking_ = force_ = false;
}

// ---- where the user is ----

void Workspace::set_panel(Panel panel) {
    panel_ = panel;
}

void Workspace::set_filter(std::string filter) {
    filter_ = std::move(filter);
    apply_filter();
}

void Workspace::go_to(const SourcePlace& place) {
    if (place.known) {
        go_to_line(place.file, place.at.line);
    }
}

void Workspace::go_to_line(std::size_t file, std::uint32_t line) {
    if (snapshot_ == nullptr || file >= snapshot_->files.size()) {
        return;
    }
    const auto lines = static_cast<std::uint32_t>(snapshot_->files[file].lines.size());
    cursor_ = {file, std::clamp<std::uint32_t>(line, 1, std::max(lines, 1U)), cursor_.revision + 1};
}

void Workspace::set_finding(std::size_t finding) {
    if (snapshot_ != nullptr && finding < snapshot_->findings.size()) {
        finding_ = finding;
        go_to(snapshot_->findings[finding].place);
    }
}

void Workspace::set_build(std::size_t build) {
    if (snapshot_ != nullptr && build < snapshot_->builds.size()) {
        build_ = build;
        sql_line_ = 0;
    }
}

void Workspace::set_change(std::size_t change) {
    if (changes_ != nullptr && change < changes_->changes.size()) {
        change_ = change;
        go_to(changes_->changes[change].head);
    }
}

} // namespace weir::app
