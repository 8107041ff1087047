#pragma once

/// \file
/// The way of one contract into a cluster, step by step: validate, plan, allowlists, the server's rehearsal, the typed
/// confirmation, apply, evidence. Lives on the window's thread; every step is taken by a task. A step that fails ends
/// the way there. Every run leaves its lines in the log of commands.

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "model/deploy_run.h"
#include "model/tasks.h"

namespace weir::app {

/// What the operator has settled about contexts of the kubeconfig.
struct ContextRules {
    std::function<bool(const std::string& context)> read_only;
    std::function<bool(const std::string& context)> production;
};

class DeploySteps {
  public:
    /// \param changed  called when something was done that the log of commands tells
    DeploySteps(Tasks& tasks, ContextRules rules, live::AuditLog log, std::function<void()> changed);

    // ---- what is there ----
    [[nodiscard]] const std::filesystem::path& contract() const { return contract_; }
    [[nodiscard]] Purpose purpose() const { return purpose_; }
    [[nodiscard]] const std::array<StepCard, kStepCount>& cards() const { return cards_; }
    [[nodiscard]] const Targets& targets() const { return targets_; }
    /// A run was begun.
    [[nodiscard]] bool begun() const { return begun_; }
    [[nodiscard]] bool running() const { return task_ != 0; }
    /// The file is not the one of the plan any more.
    [[nodiscard]] bool stale() const { return stale_; }
    [[nodiscard]] bool read_only() const;
    [[nodiscard]] bool production() const;
    /// Everything was rehearsed, and it is the user's turn.
    [[nodiscard]] bool asking() const { return card(StepKind::Confirm).state == StepState::Asking; }
    /// What the user has to type now: the deployment's name, then of production the context's.
    [[nodiscard]] std::string expected() const;
    /// The first of two questions was answered.
    [[nodiscard]] bool asked_again() const { return asked_again_; }
    [[nodiscard]] const std::string& typed() const { return typed_; }
    /// Why apply() would do nothing now; empty when it would.
    [[nodiscard]] std::string obstacle() const;
    /// Grows whenever a card is another than before.
    [[nodiscard]] std::uint64_t revision() const { return revision_; }

    // ---- what the user does ----
    /// The contract that is open, and a number that grows when its texts change.
    void look_at(const std::filesystem::path& contract, std::uint64_t revision);
    /// Takes the steps up to the question; for Verify up to its end.
    void check(Purpose purpose);
    void set_typed(std::string typed);
    /// The user's yes. Refused attempts are logged too.
    void apply();
    void cancel();
    /// A task that was stopped before it began, or that broke, leaves no word: called after tasks were drained.
    void settle();

  private:
    using Shared = std::shared_ptr<DeployRun>;
    using Part = std::function<bool(DeployRun&, const TellCard&, const live::Stop&)>;

    [[nodiscard]] StepCard& card(StepKind kind) { return cards_[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] const StepCard& card(StepKind kind) const { return cards_[static_cast<std::size_t>(kind)]; }
    void reset();
    void put(StepCard card);
    /// Has a task do a part of the run, whose cards are shown as they come.
    void start(const std::string& title, Part part, std::function<void(bool)> then);
    void ask();
    void look_for_change();
    void mark_stale();
    /// An attempt that was not allowed goes into the log too.
    void log_refusal(const std::string& code);
    [[nodiscard]] bool any_context(const std::function<bool(const std::string&)>& rule) const;

    Tasks& tasks_;
    Tasks::Post post_;
    ContextRules rules_;
    live::AuditLog log_;
    std::function<void()> changed_;
    std::filesystem::path selected_; ///< the contract that is open
    std::filesystem::path contract_; ///< the one of the steps
    std::uint64_t seen_ = 0;         ///< the revision that look_at() was told last
    Purpose purpose_ = Purpose::Apply;
    std::array<StepCard, kStepCount> cards_;
    Targets targets_;
    Shared run_; ///< the latest; its insides are its task's while there is one
    std::string typed_;
    bool begun_ = false;
    bool stale_ = false;
    bool asked_again_ = false;
    std::uint64_t task_ = 0;
    std::uint64_t revision_ = 0;
};

} // namespace weir::app
