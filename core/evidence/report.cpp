#include <algorithm>

#include <fmt/format.h>

#include "report/json_writer.h"
#include "report/snippet.h"
#include "weir/evidence.h"

namespace weir {

namespace {

constexpr std::size_t kShownDifferences = 10;

void write_nullable(JsonWriter& json, std::string_view name, const std::optional<std::uint64_t>& value) {
    json.key(name);
    if (value) {
        json.number(*value);
    } else {
        json.null();
    }
}

void write_nullable(JsonWriter& json, std::string_view name, const std::optional<bool>& value) {
    json.key(name);
    if (value) {
        json.boolean(*value);
    } else {
        json.null();
    }
}

void write(JsonWriter& json, const Evidence& piece) {
    json.begin_object();
    json.member("kind", evidence_name(piece.kind));
    json.member("build", piece.build);
    write_nullable(json, "ok", piece.ok);
    json.key("value");
    if (piece.value.empty()) {
        json.null();
    } else {
        json.string(piece.value);
    }
    write_nullable(json, "ageSeconds", piece.age_seconds);
    write_nullable(json, "budgetSeconds", piece.budget_seconds);
    json.member("message", piece.message);
    json.member("help", piece.help);
    if (!piece.differences.empty()) {
        json.key("differences");
        json.begin_array();
        for (const SchemaDifference& difference : piece.differences) {
            json.begin_object();
            json.member("path", difference.path);
            json.member("contract", difference.contract);
            json.member("found", difference.found);
            json.end_object();
        }
        json.end_array();
    }
    json.end_object();
}

std::string_view word_of(const std::optional<bool>& ok) {
    return !ok ? "unknown" : *ok ? "ok" : "no";
}

Ink ink_of(const std::optional<bool>& ok) {
    return !ok ? Ink::Yellow : *ok ? Ink::Cyan : Ink::Red;
}

void write_text(BlockWriter& out, const Evidence& piece) {
    out.headline(ink_of(piece.ok), word_of(piece.ok), evidence_name(piece.kind), piece.message);
    if (!piece.value.empty()) {
        out.note("seen", piece.value);
    }
    for (std::size_t i = 0; i < std::min(piece.differences.size(), kShownDifferences); ++i) {
        const SchemaDifference& difference = piece.differences[i];
        out.note("differs", fmt::format("{}: the contract says {}, there is {}", difference.path, difference.contract,
                                        difference.found));
    }
    if (piece.differences.size() > kShownDifferences) {
        out.note("note", "further differences are in --format json");
    }
    if (!piece.help.empty()) {
        out.note("help", piece.help);
    }
}

} // namespace

std::string_view evidence_name(EvidenceKind kind) {
    switch (kind) {
    case EvidenceKind::DeploymentSpec:
        return "deployment-spec";
    case EvidenceKind::DeploymentState:
        return "deployment-state";
    case EvidenceKind::Checkpoint:
        return "checkpoint";
    case EvidenceKind::TableSchema:
        return "table-schema";
    case EvidenceKind::Snapshot:
        break;
    }
    return "snapshot";
}

std::optional<bool> verdict(const std::vector<Evidence>& evidence) {
    const auto is = [](bool wanted) { return [wanted](const Evidence& piece) { return piece.ok == wanted; }; };
    if (std::any_of(evidence.begin(), evidence.end(), is(false))) {
        return false;
    }
    return !evidence.empty() && std::all_of(evidence.begin(), evidence.end(), is(true)) ? std::optional(true)
                                                                                        : std::nullopt;
}

bool worth_waiting(const std::vector<Evidence>& evidence) {
    return verdict(evidence) != true && std::all_of(evidence.begin(), evidence.end(), [](const Evidence& piece) {
               return piece.ok == true || piece.waits;
           });
}

std::string evidence_json(const std::vector<Evidence>& evidence) {
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    write_nullable(json, "verified", verdict(evidence));
    json.key("evidence");
    json.begin_array();
    for (const Evidence& piece : evidence) {
        write(json, piece);
    }
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

std::string evidence_text(const std::vector<Evidence>& evidence, const TextStyle& style) {
    BlockWriter out(style);
    std::string_view build;
    for (const Evidence& piece : evidence) {
        if (piece.build != build) {
            build = piece.build;
            out.line(fmt::format("build {}", terminal_safe(build)));
        }
        write_text(out, piece);
    }
    const std::optional<bool> verified = verdict(evidence);
    if (style.summary) {
        out.line(!verified ? "could not be verified" : *verified ? "verified" : "not verified");
    }
    return out.take();
}

} // namespace weir
