#pragma once

/// \file
/// One run through the steps of a deployment, as a task takes them: it knows nothing of the window, and tells each card
/// as it comes. Each part leaves its lines in the log of commands.

#include <functional>
#include <string>
#include <vector>

#include "live/audit.h"
#include "model/deploy_cards.h"

namespace weir::app {

enum class Purpose : std::uint8_t { Apply, Suspend, Resume, Verify };
/// `apply`, `suspend`, `resume`, `verify`.
[[nodiscard]] const char* purpose_word(Purpose purpose);

/// Hands a card to whoever shows it. From the task's thread.
using TellCard = std::function<void(StepCard)>;

class DeployRun {
  public:
    DeployRun(std::string file, Purpose purpose, live::AuditLog log)
        : file_(std::move(file)), purpose_(purpose), log_(std::move(log)) {}

    [[nodiscard]] Purpose purpose() const { return purpose_; }
    [[nodiscard]] const live::ApplyReport& report() const { return report_; }

    /// Validate, plan, allowlists, rehearsal; for Verify the evidence after the allowlists. True when the server has
    /// rehearsed everything, so that the user can be asked.
    bool prepare(const TellCard& tell, const live::Stop& stop);
    /// Looks once more whether the file still gives the plan that was rehearsed, then sends it, waits for the operator
    /// and gathers evidence.
    void send(const TellCard& tell, const live::Stop& stop);

    /// The digest of the plan that the file gives now; empty when it gives none.
    [[nodiscard]] static std::string digest_now(const std::string& file, Purpose purpose);

  private:
    [[nodiscard]] bool plan(const TellCard& tell);
    [[nodiscard]] bool judge_lists(const TellCard& tell);
    [[nodiscard]] bool rehearse(const TellCard& tell, const live::Stop& stop);
    void verify(const TellCard& tell, const live::Stop& stop);
    [[nodiscard]] live::AuditEntry entry(const std::string& command) const;
    /// Adds a line; a log that cannot be written is told on the card.
    void write_log(live::AuditEntry entry, StepCard& card) const;

    std::string file_;
    Purpose purpose_;
    live::AuditLog log_;
    live::PlannedFile planned_;
    live::ApplyReport report_;
};

/// A line of this program in the log of commands, of what is done with a file.
[[nodiscard]] live::AuditEntry window_entry(const std::string& command, const std::string& file);

} // namespace weir::app
