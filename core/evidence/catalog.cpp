#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "evidence/answer.h"
#include "weir/evidence.h"
#include "weir/http_status.h"

namespace weir {

namespace {

using Why = NoAnswer::Why;

/// RFC 6749 section 5.2 and RFC 8707.
constexpr std::array<std::string_view, 7> kTokenErrors = {
    "invalid_request",        "invalid_client", "invalid_grant", "unauthorized_client",
    "unsupported_grant_type", "invalid_scope",  "invalid_target"};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// `NoSuchTableException`, as Iceberg's REST specification names them.
bool is_exception(std::string_view word) {
    constexpr std::size_t kLongest = 60;
    return word.size() <= kLongest && (word.ends_with("Exception") || word.ends_with("Error")) &&
           std::all_of(word.begin(), word.end(), is_letter);
}

/// What may stand in a path as it is: no other start, no step upwards, no query.
bool harmless_in_path(std::string_view path) {
    constexpr std::size_t kLongest = 512;
    const auto plain = [](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || std::string_view("-._~%/:@!$&'()*+,;=").find(c) < 19;
    };
    return path.size() <= kLongest && !path.starts_with('/') && path.find("..") == std::string_view::npos &&
           std::all_of(path.begin(), path.end(), plain);
}

/// The credential was not taken.
void tell_unauthorized(Evidence& evidence, const NoAnswer& answer) {
    evidence.message += answer.credential ? ": it does not accept the credential" : ": it wants a credential";
    evidence.help = answer.credential ? "Set the variable that catalogAuth names to a credential that is valid here."
                                      : "Declare catalogAuth in binding.location.";
}

void tell_not_found(Evidence& evidence, const NoAnswer& answer) {
    const bool is_table =
        answer.type.empty() || answer.type == "NoSuchTableException" || answer.type == "NoSuchNamespaceException";
    if (answer.table.empty() || !is_table) {
        evidence.help = "Look whether the contract's address and warehouse are the right ones.";
        return;
    }
    evidence.ok = false;
    evidence.waits = true;
    evidence.message += fmt::format(": there is no table {}", answer.table);
    evidence.help = "The job makes it when it starts; look whether the job runs and writes to this catalog.";
}

void tell_status(Evidence& evidence, const NoAnswer& answer) {
    const std::string named = answer.type.empty() ? "" : fmt::format(" ({})", answer.type);
    evidence.message = fmt::format("{} answers {}{}", answer.whom, answer.status, named);
    if (answer.status == http_status::kUnauthorized || answer.type == "invalid_client" ||
        answer.type == "unauthorized_client") {
        tell_unauthorized(evidence, answer);
    } else if (answer.type == "invalid_scope" || answer.type == "invalid_target") {
        evidence.help = "Look at scope, audience and resource of catalogAuth.";
    } else if (answer.status == http_status::kForbidden) {
        evidence.message += answer.table.empty()
                                ? ": the credential is known, but not allowed here"
                                : fmt::format(": the credential is known, but may not look at {}", answer.table);
        evidence.help = "Grant it to read the table in the catalog.";
    } else if (answer.status == http_status::kExpired) {
        evidence.message += ": the credential has expired";
        evidence.help = "Renew what the variable that catalogAuth names holds.";
    } else if (answer.status == http_status::kNotFound) {
        tell_not_found(evidence, answer);
    } else {
        evidence.waits = answer.status >= http_status::kServerFault || answer.status == http_status::kTooMany;
        evidence.help = evidence.waits ? "Try again later; the server's own log knows more."
                                       : "Look whether the contract's addresses are the right ones.";
    }
}

} // namespace

Evidence without_answer(EvidenceKind kind, const NoAnswer& answer) {
    Evidence evidence;
    evidence.kind = kind;
    const std::string detail = answer.detail.empty() ? "" : fmt::format(": {}", answer.detail);
    switch (answer.why) {
    case Why::Unreachable:
        evidence.waits = true;
        evidence.message = fmt::format("{} cannot be reached{}", answer.whom, detail);
        evidence.help = "Look at the address, and whether this machine reaches it.";
        break;
    case Why::Unresolved:
        evidence.waits = true;
        evidence.message = fmt::format("{} cannot be reached{}", answer.whom, detail);
        evidence.help = "Look at the host's name: this machine finds no address for it.";
        break;
    case Why::NotTls:
        evidence.message = fmt::format("{} cannot be reached by https{}", answer.whom, detail);
        evidence.help = "Look at the port: it may be one where plain http is spoken.";
        break;
    case Why::Insecure:
        evidence.message = fmt::format("{} shows a certificate that is not trusted{}", answer.whom, detail);
        evidence.help = "If it is your own authority's, name the authority's file in WEIR_CA_FILE.";
        break;
    case Why::TimedOut:
        evidence.waits = true;
        evidence.message = fmt::format("{} does not answer in time{}", answer.whom, detail);
        evidence.help = "Try again later.";
        break;
    case Why::TooLarge:
        evidence.message = fmt::format("{} answers with more than {} MiB", answer.whom, answer.limit >> 20U);
        evidence.help = answer.table.empty()
                            ? "Look whether the contract's addresses are the right ones: what was asked for is short."
                            : "Expire snapshots of the table, whose metadata has grown so large.";
        break;
    case Why::Redirected:
        evidence.message = fmt::format("{} answers {} and points elsewhere{}; it was not followed", answer.whom,
                                       answer.status, detail);
        evidence.help = "Write the address that answers itself into the contract.";
        break;
    case Why::Forbidden:
        evidence.message = fmt::format("{} leads to an address that nothing is sent to{}", answer.whom, detail);
        evidence.help = "Look at the name's address: link-local and metadata addresses are never contacted.";
        break;
    case Why::Status:
        tell_status(evidence, answer);
        break;
    case Why::NotUnderstood:
        evidence.message =
            fmt::format("{} answers with what Iceberg's REST specification does not say{}", answer.whom, detail);
        evidence.help = "Look whether the contract names the address of an Iceberg REST catalog.";
        break;
    case Why::Variable:
        evidence.message = fmt::format("{} was not asked{}", answer.whom, detail);
        evidence.help = "Set the variable in the environment of this command.";
        break;
    }
    return evidence;
}

std::string error_type(std::string_view body) {
    std::optional<JsonValue> read = read_answer(body);
    JsonValue* error = read ? read->find("error") : nullptr;
    const std::string_view code =
        error != nullptr && error->kind == JsonValue::Kind::Text ? std::string_view(error->text) : std::string_view{};
    if (std::find(kTokenErrors.begin(), kTokenErrors.end(), code) != kTokenErrors.end()) {
        return std::string(code);
    }
    const std::string_view type = text_of(error, "type");
    return is_exception(type) ? std::string(type) : std::string{};
}

CatalogConfig read_catalog_config(std::string_view answer) {
    CatalogConfig config;
    std::optional<JsonValue> read = read_answer(answer);
    JsonValue* defaults = read ? object_of(&*read, "defaults") : nullptr;
    JsonValue* overrides = read ? object_of(&*read, "overrides") : nullptr;
    if (defaults == nullptr && overrides == nullptr) {
        return config;
    }
    // The contract gives an address, which beats the default one, and no prefix.
    std::string_view prefix = text_of(overrides, "prefix");
    prefix = prefix.empty() ? text_of(defaults, "prefix") : prefix;
    config.prefix = std::string(prefix);
    config.uri = std::string(text_of(overrides, "uri"));
    config.tokens = std::string(text_of(overrides, "oauth2-server-uri"));
    config.understood = harmless_in_path(config.prefix);
    return config;
}

std::string read_access_token(std::string_view answer) {
    constexpr std::size_t kLongest = 16UL * 1024;
    std::optional<JsonValue> read = read_answer(answer);
    const std::string_view token = read ? text_of(&*read, "access_token") : std::string_view{};
    const bool sendable =
        token.size() <= kLongest && std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c <= '~'; });
    return sendable ? std::string(token) : std::string{};
}

} // namespace weir
