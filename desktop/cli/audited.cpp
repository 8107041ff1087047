#include "cli/audited.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/facade.h"

namespace weir::cli {

Audit::Audit(std::string command, const std::vector<std::string>& arguments) {
    entry.run = live::new_run();
    entry.program = "weir";
    entry.version = version();
    entry.arguments = arguments;
    if (const auto word = std::find(entry.arguments.begin(), entry.arguments.end(), command);
        word != entry.arguments.end()) {
        entry.arguments.erase(word);
    }
    entry.command = std::move(command);
}

std::string Audit::begin() {
    live::AuditEntry first = entry;
    first.result = "begun";
    entry.contexts.clear();
    entry.codes.clear();
    entry.objects.clear();
    return log_.append(std::move(first));
}

void Audit::end(Io& io) const {
    if (const std::string problem = log_.append(entry); !problem.empty()) {
        note(io, fmt::format("this command is not in the log: {}", problem));
    }
}

void Audit::end(Io& io, std::string_view result, std::string_view code) {
    entry.result = result;
    entry.codes.emplace_back(code);
    end(io);
}

} // namespace weir::cli
