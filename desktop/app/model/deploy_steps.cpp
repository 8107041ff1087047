#include "model/deploy_steps.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weir::app {

namespace {

constexpr std::array<StepKind, kStepCount> kSteps = {StepKind::Validate, StepKind::Plan,    StepKind::Allowlists,
                                                     StepKind::Rehearse, StepKind::Confirm, StepKind::Apply,
                                                     StepKind::Evidence};

} // namespace

DeploySteps::DeploySteps(Tasks& tasks, ContextRules rules, live::AuditLog log, std::function<void()> changed)
    : tasks_(tasks), post_(tasks.poster("A step is done")), rules_(std::move(rules)), log_(std::move(log)),
      changed_(std::move(changed)) {
    reset();
}

void DeploySteps::reset() {
    for (const StepKind kind : kSteps) {
        card(kind) = StepCard{};
        card(kind).kind = kind;
    }
    run_.reset();
    targets_ = {};
    typed_.clear();
    begun_ = stale_ = asked_again_ = false;
    task_ = 0;
    ++revision_;
}

bool DeploySteps::any_context(const std::function<bool(const std::string&)>& rule) const {
    return rule && std::any_of(targets_.contexts.begin(), targets_.contexts.end(), rule);
}

bool DeploySteps::read_only() const {
    return any_context(rules_.read_only);
}

bool DeploySteps::production() const {
    return any_context(rules_.production);
}

std::string DeploySteps::expected() const {
    return joined(asked_again_ ? targets_.contexts : targets_.names);
}

std::string DeploySteps::obstacle() const {
    if (stale_) {
        return "The contract has changed since it was planned: check again.";
    }
    if (running()) {
        return "A step is being taken.";
    }
    if (!asking()) {
        return "Nothing was rehearsed that could be applied.";
    }
    if (read_only()) {
        return fmt::format("Context {} is read-only: the Fleet page switches that.", joined(targets_.contexts));
    }
    if (typed_ != expected()) {
        return fmt::format("Type {} to confirm.", expected());
    }
    return {};
}

void DeploySteps::put(StepCard card) {
    ++revision_;
    const auto at = static_cast<std::size_t>(card.kind);
    cards_[at] = std::move(card);
}

void DeploySteps::look_at(const std::filesystem::path& contract, std::uint64_t revision) {
    const bool other = contract != selected_;
    selected_ = contract;
    if (other && !running()) { // a run that is on its way stays in sight, whatever is opened meanwhile
        contract_ = selected_;
        seen_ = revision;
        reset();
        return;
    }
    if (std::exchange(seen_, revision) != revision) {
        look_for_change();
    }
}

void DeploySteps::look_for_change() {
    if (run_ == nullptr || stale_ || !asking()) {
        return; // a step that is taken meanwhile looks itself
    }
    const auto work = [run = run_, file = contract_.string(), purpose = purpose_, this](TaskControl&) -> Finish {
        std::string digest = DeployRun::digest_now(file, purpose);
        return [this, run, digest = std::move(digest)] {
            if (run == run_ && asking() && digest != run->report().plan.digest) {
                mark_stale();
            }
        };
    };
    tasks_.start("Looking whether the plan is stale", work, TaskPriority::Normal, true);
}

void DeploySteps::mark_stale() {
    stale_ = true;
    StepCard card = this->card(StepKind::Confirm);
    card.state = StepState::Refused;
    card.headline = "Stale: the contract's file is not what was planned and rehearsed";
    card.lines = {{LineKind::Help, "Check again: plan and rehearsal are made anew."}};
    put(std::move(card));
}

void DeploySteps::start(const std::string& title, Part part, std::function<void(bool)> then) {
    task_ = tasks_.start(title,
                         [run = run_, post = post_, part = std::move(part), then = std::move(then),
                          this](TaskControl& control) -> Finish {
                             const TellCard tell = [&](StepCard card) {
                                 post([this, run, card = std::move(card)]() mutable {
                                     if (run == run_) {
                                         put(std::move(card));
                                     }
                                 });
                             };
                             const bool fine = part(*run, tell, [&control] { return control.cancelled(); });
                             return [this, run, fine, then] {
                                 changed_();
                                 if (run == run_) {
                                     task_ = 0;
                                     ++revision_;
                                     then(fine);
                                 }
                             };
                         });
}

void DeploySteps::check(Purpose purpose) {
    if (running() || selected_.empty()) {
        return;
    }
    contract_ = selected_;
    reset();
    begun_ = true;
    purpose_ = purpose;
    run_ = std::make_shared<DeployRun>(contract_.string(), purpose, log_);
    start(fmt::format("Checking what to {}", purpose_word(purpose)), &DeployRun::prepare, [this](bool fine) {
        targets_ = targets_of(run_->report());
        if (fine) {
            ask();
        }
    });
}

void DeploySteps::ask() {
    StepCard card;
    card.kind = StepKind::Confirm;
    card.state = StepState::Asking;
    card.headline = fmt::format("Your turn: {} {} in {}?", purpose_word(purpose_), joined(targets_.names),
                                joined(targets_.contexts));
    put(std::move(card));
    look_for_change();
}

void DeploySteps::set_typed(std::string typed) {
    typed_ = std::move(typed);
}

void DeploySteps::log_refusal(const std::string& code) {
    live::AuditEntry entry = window_entry(purpose_word(purpose_), contract_.string());
    entry.contexts = targets_.contexts;
    entry.result = "refused";
    entry.codes = {code};
    const auto work = [log = log_, entry, this](TaskControl&) -> Finish {
        static_cast<void>(log.append(entry)); // nothing was done, and the page shows whether it is there
        return [this] { changed_(); };
    };
    tasks_.start("Writing the log", work, TaskPriority::Normal, true);
}

void DeploySteps::apply() {
    if (!obstacle().empty()) {
        if (stale_ || (asking() && read_only())) {
            log_refusal(stale_ ? "plan-stale" : "context-read-only");
        }
        return;
    }
    if (production() && !asked_again_) {
        asked_again_ = true;
        typed_.clear();
        StepCard card = this->card(StepKind::Confirm);
        card.headline = fmt::format("This is production. Type the context's name as well: {}", expected());
        put(std::move(card));
        return;
    }
    StepCard card;
    card.kind = StepKind::Confirm;
    card.state = StepState::Done;
    card.headline = fmt::format("Confirmed: {} {} in {}", purpose_word(purpose_), joined(targets_.names),
                                joined(targets_.contexts));
    put(std::move(card));
    typed_.clear();
    const Part part = [](DeployRun& run, const TellCard& tell, const live::Stop& stop) {
        run.send(tell, stop);
        return true;
    };
    start(fmt::format("{} {}", purpose_ == Purpose::Apply ? "Applying" : "Switching", joined(targets_.names)), part,
          [](bool) {});
}

void DeploySteps::cancel() {
    if (task_ != 0) {
        tasks_.cancel(task_);
    }
}

void DeploySteps::settle() {
    if (task_ == 0 || tasks_.busy()) {
        return;
    }
    task_ = 0;
    for (StepCard& card : cards_) {
        if (card.state == StepState::Running) {
            card.state = StepState::Unknown;
            card.headline = "Stopped";
        }
    }
    ++revision_;
}

} // namespace weir::app
