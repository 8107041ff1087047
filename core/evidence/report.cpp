#include <algorithm>

#include <fmt/format.h>

#include "report/json_writer.h"
#include "report/snippet.h"
#include "weir/doctor.h"
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

std::string as_json(const std::vector<Evidence>& pieces, std::string_view verdict_name, std::string_view list_name) {
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    write_nullable(json, verdict_name, verdict(pieces));
    json.key(list_name);
    json.begin_array();
    for (const Evidence& piece : pieces) {
        write(json, piece);
    }
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

/// The last line: for what is unknown, true and false.
struct Verdicts {
    std::string_view unknown;
    std::string_view yes;
    std::string_view no;
};

std::string as_text(const std::vector<Evidence>& pieces, const TextStyle& style, const Verdicts& verdicts) {
    BlockWriter out(style);
    std::string_view build;
    for (const Evidence& piece : pieces) {
        if (piece.build != build) {
            build = piece.build;
            out.line(fmt::format("build {}", terminal_safe(build)));
        }
        write_text(out, piece);
    }
    const std::optional<bool> all = verdict(pieces);
    if (style.summary) {
        out.line(!all ? verdicts.unknown : *all ? verdicts.yes : verdicts.no);
    }
    return out.take();
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
        return "snapshot";
    case EvidenceKind::CatalogToken:
        return "catalog-token";
    case EvidenceKind::CatalogConfig:
        return "catalog-config";
    case EvidenceKind::CatalogEndpoints:
        return "catalog-endpoints";
    case EvidenceKind::CatalogNamespace:
        return "catalog-namespace";
    case EvidenceKind::CatalogTable:
        return "catalog-table";
    case EvidenceKind::CatalogStorage:
        break;
    }
    return "catalog-storage";
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
    return as_json(evidence, "verified", "evidence");
}

std::string doctor_json(const std::vector<Evidence>& checks) {
    return as_json(checks, "healthy", "checks");
}

std::string evidence_text(const std::vector<Evidence>& evidence, const TextStyle& style) {
    return as_text(evidence, style, {"could not be verified", "verified", "not verified"});
}

std::string doctor_text(const std::vector<Evidence>& checks, const TextStyle& style) {
    return as_text(checks, style,
                   {"not everything could be looked at", "a job would be let in, as far as reading tells",
                    "a job would not be let in"});
}

} // namespace weir
