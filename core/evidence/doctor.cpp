#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "evidence/answer.h"
#include "weir/catalogs.h"
#include "weir/doctor.h"
#include "weir/http_status.h"

namespace weir {

namespace {

using Why = NoAnswer::Why;

constexpr std::size_t kMostNames = 12;

constexpr std::string_view kNoRenewalHelp =
    "Have the catalog name one (client.refresh-credentials-endpoint), as newer versions do, or write "
    "credentialVending: false and give the job keys by deployment.secretRefs.";

constexpr std::string_view kNoKeysHelp =
    "Set the catalog's storage up to issue credentials (STS on S3), or write credentialVending: false and give the job "
    "keys by deployment.secretRefs.";

/// Names of what a job commits by, as the REST specification lists endpoints.
constexpr std::string_view kCommit = "POST /v1/{prefix}/namespaces/{namespace}/tables/{table}";
constexpr std::string_view kLoad = "GET /v1/{prefix}/namespaces/{namespace}/tables/{table}";

Evidence fine(EvidenceKind kind, std::string message) {
    Evidence check;
    check.kind = kind;
    check.ok = true;
    check.message = std::move(message);
    return check;
}

/// Where scheme, host and port of a URL end.
std::string_view server_of(std::string_view url) {
    const std::size_t host = url.find("://");
    return url.substr(0, host == std::string_view::npos ? 0 : url.find('/', host + 3));
}

/// The variable or variables that hold the credential.
std::string variables_of(const Location& location) {
    if (!location.catalog_auth) {
        return "catalogAuth";
    }
    const CatalogAuth& auth = *location.catalog_auth;
    if (auth.username_env.present()) {
        return fmt::format("{} and {}", auth.username_env.value, auth.password_env.value);
    }
    return std::string(auth.token_env.present() ? auth.token_env.value : auth.credential_env.value);
}

bool has_token_endpoint(const Location& location) {
    return location.catalog_auth && location.catalog_auth->oauth2_server_uri.present();
}

std::string about_unauthorized(EvidenceKind kind, const Location& location, const NoAnswer& answer) {
    if (!answer.credential) {
        return "Declare catalogAuth in binding.location: this catalog takes nobody without a credential.";
    }
    if (kind == EvidenceKind::CatalogToken) {
        return fmt::format("Set {} to client_id:client_secret as the token endpoint knows them.",
                           variables_of(location));
    }
    return has_token_endpoint(location)
               ? "The token endpoint gave a token that the catalog does not take: look whether the two belong "
                 "together, "
                 "and at scope and audience."
               : fmt::format("Set {} to a credential that is valid here and has not expired.", variables_of(location));
}

std::string about_forbidden(EvidenceKind kind, const Location& location) {
    const bool polaris = catalog_preset(location).kind == CatalogKind::Polaris;
    if (kind == EvidenceKind::CatalogConfig) {
        return polaris
                   ? "Give the principal a role in this catalog, as weir grants prints it, and ask for it by scope: "
                     "PRINCIPAL_ROLE:ALL."
                   : "Give who signs in access to this warehouse: weir grants prints what the job needs.";
    }
    if (kind == EvidenceKind::CatalogNamespace) {
        return polaris ? "Grant NAMESPACE_READ_PROPERTIES on the namespace: weir grants prints the commands."
                       : "Grant the job's identity to see the namespace: weir grants prints what the job needs.";
    }
    return polaris
               ? "Grant TABLE_WRITE_DATA on the table: weir grants --existing-table prints the commands."
               : "Grant the job's identity to read and write the table: weir grants --existing-table prints what it "
                 "needs.";
}

std::string about_not_found(EvidenceKind kind, const Location& location, const NoAnswer& answer) {
    const CatalogPreset& preset = catalog_preset(location);
    if (kind == EvidenceKind::CatalogToken) {
        return preset.token_path.empty()
                   ? "The host is there, the path is not: write the token endpoint itself as oauth2ServerUri, not the "
                     "address of an issuer."
                   : fmt::format("The host is there, the path is not: write {}{} as oauth2ServerUri, or the identity "
                                 "provider's own token endpoint.",
                                 location.uri.value, preset.token_path);
    }
    if (!answer.type.empty()) {
        return fmt::format("The address is right: the catalog itself does not know this warehouse. Write {}.",
                           preset.warehouse_help.empty() ? std::string_view("one that it knows")
                                                         : preset.warehouse_help);
    }
    return preset.api.empty()
               ? "The host is there, the path is not: write the address of its Iceberg REST API as uri, without /v1."
               : fmt::format("The host is there, the path is not: {} has its Iceberg REST API at {}{}.", preset.product,
                             server_of(location.uri.value), preset.api);
}

std::string names_of(JsonValue* object) {
    std::string names;
    for (std::size_t i = 0; object != nullptr && i < object->names.size(); ++i) {
        if (i == kMostNames) {
            return fmt::format("{} and {} more", names, object->names.size() - i);
        }
        names += fmt::format("{}{}", names.empty() ? "" : ", ", plain_word(object->names[i]));
    }
    return names;
}

/// What came with a table for its files, by the names that Iceberg's file systems give it.
struct Handed {
    bool keys = false;
    bool expiring = false; ///< the keys, after a time that the storage sets
    bool renewed = false; ///< by an address that the catalog names: Iceberg's file systems ask there before they expire
    bool signed_there = false; ///< no keys: the catalog signs each request

    void look(JsonValue* config) {
        const auto holds = [config](std::initializer_list<std::string_view> starts) {
            return std::any_of(config->names.begin(), config->names.end(), [&](const std::string& name) {
                return std::any_of(starts.begin(), starts.end(),
                                   [&](std::string_view start) { return name.starts_with(start); });
            });
        };
        if (config == nullptr) {
            return;
        }
        keys = keys || holds({"s3.access-key-id", "gcs.oauth2.token", "adls.sas-token", "client.security-token"});
        expiring = expiring || holds({"s3.session-token", "gcs.oauth2.token", "adls.sas-token"});
        renewed = renewed || holds({"client.refresh-credentials-endpoint", "gcs.oauth2.refresh-credentials-endpoint",
                                    "adls.refresh-credentials-endpoint"});
        signed_there = signed_there || text_of(config, "s3.remote-signing-enabled") == "true";
    }
};

bool retryable(const NoAnswer& answer) {
    return answer.status >= http_status::kServerFault || answer.status == http_status::kTooMany;
}

/// What is not there yet is made by the job.
bool is_absent(EvidenceKind kind, const NoAnswer& answer) {
    const bool below = kind == EvidenceKind::CatalogNamespace || kind == EvidenceKind::CatalogTable;
    return below && answer.why == Why::Status && answer.status == http_status::kNotFound &&
           (answer.type.empty() || answer.type == "NoSuchTableException" || answer.type == "NoSuchNamespaceException");
}

} // namespace

Evidence doctor_refusal(EvidenceKind kind, const Location& location, const NoAnswer& answer) {
    if (is_absent(kind, answer)) {
        Evidence check = fine(kind, fmt::format("{} is not there yet: the job makes it when it starts, if it may",
                                                kind == EvidenceKind::CatalogTable
                                                    ? fmt::format("the table {}", answer.table)
                                                    : fmt::format("the namespace {}", location.name_space.value)));
        check.help = "weir grants prints what it needs for that.";
        return check;
    }
    Evidence check = without_answer(kind, answer);
    check.waits = false;
    check.ok.reset();
    const bool answered = answer.why == Why::Redirected || answer.why == Why::NotUnderstood ||
                          (answer.why == Why::Status && !retryable(answer));
    if (answered) {
        check.ok = false;
    }
    if (kind == EvidenceKind::CatalogStorage && check.ok == false) {
        check.message += ", when asked for keys of the table's files";
        check.help = std::string(kNoKeysHelp);
        return check;
    }
    const bool refused_client = answer.type == "invalid_client" || answer.type == "unauthorized_client";
    if (answer.why == Why::NotUnderstood && kind == EvidenceKind::CatalogConfig) {
        check.help = about_not_found(kind, location, NoAnswer());
    } else if (answer.why != Why::Status) {
        return check;
    } else if (answer.status == http_status::kUnauthorized || refused_client) {
        check.help = about_unauthorized(kind, location, answer);
    } else if (answer.status == http_status::kForbidden) {
        check.help = about_forbidden(kind, location);
    } else if (answer.status == http_status::kExpired) {
        check.help = fmt::format("Renew what {} holds{}.", variables_of(location),
                                 has_token_endpoint(location) ? "" : ", or write type: oauth2, which renews its token");
    } else if (answer.status == http_status::kNotFound) {
        check.help = about_not_found(kind, location, answer);
    }
    return check;
}

std::vector<std::string> likely_addresses(const Location& location) {
    const CatalogPreset& own = catalog_preset(location);
    const std::string_view server = server_of(location.uri.value);
    std::vector<std::string> all;
    for (const CatalogPreset& preset : catalog_presets()) {
        const bool wanted = own.kind == CatalogKind::Rest || own.kind == preset.kind;
        std::string address = fmt::format("{}{}", server, preset.api);
        if (wanted && !preset.api.empty() && address != location.uri.value &&
            std::find(all.begin(), all.end(), address) == all.end()) {
            all.push_back(std::move(address));
        }
    }
    return all;
}

Evidence judge_token(std::string_view answer, const Location& location) {
    std::optional<JsonValue> read = read_answer(answer);
    if (!read) {
        return fine(
            EvidenceKind::CatalogToken,
            fmt::format("{} holds a credential; whether it is taken, the catalog says", variables_of(location)));
    }
    Evidence check = fine(EvidenceKind::CatalogToken, "the token endpoint gives a token");
    if (const std::optional<std::uint64_t> seconds = count_of(&*read, "expires_in")) {
        check.value = fmt::format("for {}", duration_words(*seconds));
    }
    return check;
}

Evidence judge_config(std::string_view answer) {
    std::optional<JsonValue> read = read_answer(answer);
    JsonValue* root = read ? &*read : nullptr;
    Evidence check = fine(EvidenceKind::CatalogConfig, "the catalog answers at this address and knows the warehouse");
    for (const auto& [name, word] : {std::pair("defaults", "sets"), std::pair("overrides", "overrides")}) {
        const std::string names = names_of(object_of(root, name));
        if (!names.empty()) {
            check.value += fmt::format("{}it {} {}", check.value.empty() ? "" : "; ", word, names);
        }
    }
    return check;
}

Evidence judge_endpoints(std::string_view answer) {
    std::optional<JsonValue> read = read_answer(answer);
    JsonValue* list = member_of(read ? &*read : nullptr, "endpoints");
    if (list == nullptr || list->kind != JsonValue::Kind::Array || list->values.empty()) {
        return fine(EvidenceKind::CatalogEndpoints, "the catalog does not list what it answers, as older ones do not");
    }
    const auto lists = [&](std::string_view wanted) {
        return std::any_of(list->values.begin(), list->values.end(), [&](const JsonValue& value) {
            return value.kind == JsonValue::Kind::Text && value.text == wanted;
        });
    };
    Evidence check = fine(EvidenceKind::CatalogEndpoints, "the catalog lists loading a table and committing to it");
    check.value = fmt::format("{} endpoints", list->values.size());
    if (!lists(kLoad) || !lists(kCommit)) {
        check.ok = false;
        check.message = fmt::format("the catalog does not list that tables can be {}",
                                    lists(kLoad) ? "committed to: it only reads" : "loaded");
        check.help = "Write to a catalog that takes commits through Iceberg's REST API.";
    }
    return check;
}

Evidence judge_namespace(std::string_view listed, bool refused, const Location& location) {
    Evidence check =
        fine(EvidenceKind::CatalogNamespace, fmt::format("the namespace {} may be seen", location.name_space.value));
    std::optional<JsonValue> read = read_answer(listed);
    const JsonValue* list = member_of(read ? &*read : nullptr, "namespaces");
    if (list != nullptr && list->kind == JsonValue::Kind::Array) {
        check.value = fmt::format("{} namespaces at the top may be listed", list->values.size());
    } else if (refused) {
        check.value = "others may not be listed, which the job does not need";
    }
    return check;
}

Evidence judge_storage(std::string_view answer, const Location& location) {
    std::optional<JsonValue> read = read_answer(answer);
    JsonValue* root = read ? &*read : nullptr;
    JsonValue* config = object_of(root, "config");
    const std::string sent = names_of(config);
    const bool asked = !value_of(location, kCredentialVending).value.empty();
    Evidence check = fine(EvidenceKind::CatalogStorage,
                          "the job's own keys reach the storage, from deployment.secretRefs or its machine");
    check.value = sent.empty() ? "" : fmt::format("the catalog sends {}", sent);
    if (!asked) {
        return check;
    }
    JsonValue* entries = member_of(root, "storage-credentials");
    const bool has_entries = entries != nullptr && entries->kind == JsonValue::Kind::Array && !entries->values.empty();
    Handed handed;
    handed.look(config);
    for (std::size_t i = 0; has_entries && i < entries->values.size(); ++i) {
        handed.look(object_of(&entries->values[i], "config"));
    }
    check.message = "the catalog hands out keys for the table's files";
    if (handed.keys && handed.expiring && !handed.renewed) {
        check.ok = false;
        check.message += " that expire, and no address where they are renewed: the job's first keys are its last, and "
                         "it fails when they expire, often after an hour";
        check.help = std::string(kNoRenewalHelp);
    } else if (!handed.keys && handed.signed_there) {
        check.message = "the catalog signs what the job asks of the storage";
    } else if (!handed.keys) {
        check.ok = false;
        check.message = has_entries ? "the catalog hands out an entry for the table's files without keys in it"
                                    : "the contract asks for keys of the table's files, and the catalog hands out none";
        check.help = std::string(kNoKeysHelp);
    }
    return check;
}

} // namespace weir
