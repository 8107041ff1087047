// What doctor concludes from a catalog's answers.
#include "evidence_support.h"

#include "weir/doctor.h"

using nlohmann::json;
using weir::Evidence;
using weir::EvidenceKind;
using Why = weir::NoAnswer::Why;

namespace {

const weir::Location& location() {
    return *evidence_test::strict().exposes[0].binding->location;
}

weir::Location of_kind(std::string_view kind) {
    weir::Location changed = location();
    changed.catalog.value = kind;
    return changed;
}

Evidence status(EvidenceKind kind, int number, std::string type = "", std::string_view catalog = "rest") {
    weir::NoAnswer answer;
    answer.why = Why::Status;
    answer.status = number;
    answer.whom = "the catalog catalog.example.com";
    answer.type = std::move(type);
    answer.table = kind == EvidenceKind::CatalogTable ? "lab.strict" : "";
    answer.credential = true;
    return weir::doctor_refusal(kind, of_kind(catalog), answer);
}

Evidence unasked(Why why) {
    weir::NoAnswer answer;
    answer.why = why;
    answer.whom = "the catalog catalog.example.com";
    return weir::doctor_refusal(EvidenceKind::CatalogConfig, location(), answer);
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a refusal is a no, with a way out that is of its kind") {
    struct Row {
        EvidenceKind kind;
        int status;
        const char* type;
        const char* catalog;
        const char* help;
    };
    const Row rows[] = {
        {EvidenceKind::CatalogToken, 401, "invalid_client", "rest", "client_id:client_secret"},
        {EvidenceKind::CatalogToken, 400, "invalid_client", "rest", "client_id:client_secret"},
        {EvidenceKind::CatalogToken, 404, "", "rest", "not the address of an issuer"},
        {EvidenceKind::CatalogToken, 404, "", "polaris", "/v1/oauth/tokens as oauth2ServerUri"},
        {EvidenceKind::CatalogConfig, 401, "NotAuthorizedException", "rest", "Set ICEBERG_TOKEN"},
        {EvidenceKind::CatalogConfig, 403, "ForbiddenException", "polaris", "PRINCIPAL_ROLE:ALL"},
        {EvidenceKind::CatalogConfig, 403, "ForbiddenException", "rest", "weir grants"},
        {EvidenceKind::CatalogConfig, 404, "", "rest", "the path is not"},
        {EvidenceKind::CatalogConfig, 404, "", "gravitino", "/iceberg."},
        {EvidenceKind::CatalogConfig, 404, "NotFoundException", "polaris", "does not know this warehouse"},
        {EvidenceKind::CatalogConfig, 419, "AuthenticationTimeoutException", "gravitino",
         "Renew what ICEBERG_TOKEN holds"},
        {EvidenceKind::CatalogNamespace, 403, "ForbiddenException", "polaris", "NAMESPACE_READ_PROPERTIES"},
        {EvidenceKind::CatalogTable, 403, "ForbiddenException", "polaris", "TABLE_WRITE_DATA"},
        {EvidenceKind::CatalogTable, 403, "ForbiddenException", "rest", "weir grants --existing-table"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.status, row.type, row.catalog, row.help);
        const Evidence check = status(row.kind, row.status, row.type, row.catalog);
        CHECK(check.ok == false);
        CHECK_FALSE(check.waits);
        INFO(check.help);
        CHECK(holds(check.help, row.help));
    }
}

TEST_CASE("what could not be asked is unknown, each for its own reason") {
    std::vector<std::string> helps;
    for (const Why why :
         {Why::Unreachable, Why::Unresolved, Why::NotTls, Why::Insecure, Why::TimedOut, Why::Variable}) {
        const Evidence check = unasked(why);
        CHECK_FALSE(check.ok.has_value());
        helps.push_back(check.help);
        CHECK_FALSE(check.help.empty());
    }
    std::sort(helps.begin(), helps.end());
    CHECK(std::unique(helps.begin(), helps.end()) == helps.end());
    CHECK_FALSE(status(EvidenceKind::CatalogConfig, 503).ok.has_value());
    CHECK_FALSE(status(EvidenceKind::CatalogConfig, 429).ok.has_value());
    CHECK(unasked(Why::NotUnderstood).ok == false);
    CHECK(unasked(Why::Redirected).ok == false);
}

TEST_CASE("what is not there yet is no fault of the contract") {
    CHECK(status(EvidenceKind::CatalogTable, 404, "NoSuchTableException").ok == true);
    CHECK(status(EvidenceKind::CatalogNamespace, 404, "NoSuchNamespaceException").ok == true);
    CHECK(status(EvidenceKind::CatalogTable, 404, "NoSuchWarehouseException").ok == false);
    CHECK(status(EvidenceKind::CatalogConfig, 404, "NoSuchWarehouseException").ok == false);
}

TEST_CASE("likely addresses are on the contract's host alone, and never its own") {
    weir::Location at = of_kind("rest");
    at.uri.value = "https://catalog.example.com:8181/wrong";
    const std::vector<std::string> all = weir::likely_addresses(at);
    CHECK(all.size() >= 4);
    for (const std::string& address : all) {
        CHECK(address.rfind("https://catalog.example.com:8181/", 0) == 0);
    }
    at.catalog.value = "polaris";
    CHECK(weir::likely_addresses(at) == std::vector<std::string>{"https://catalog.example.com:8181/api/catalog"});
    at.uri.value = "https://catalog.example.com:8181/api/catalog";
    CHECK(weir::likely_addresses(at).empty());
}

TEST_CASE("a catalog that lists what it answers has to list commits") {
    const auto listing = [](const std::vector<std::string>& endpoints) {
        return weir::judge_endpoints(json{{"defaults", json::object()}, {"endpoints", endpoints}}.dump());
    };
    const std::string load = "GET /v1/{prefix}/namespaces/{namespace}/tables/{table}";
    const std::string commit = "POST /v1/{prefix}/namespaces/{namespace}/tables/{table}";
    CHECK(listing({load, commit}).ok == true);
    CHECK(listing({}).ok == true);
    CHECK(weir::judge_endpoints("{}").ok == true);
    CHECK(listing({load}).ok == false);
    CHECK(holds(listing({load}).message, "only reads"));
    CHECK(listing({commit}).ok == false);
}

TEST_CASE("keys of the storage are looked for where the contract asks for them") {
    weir::Location asks = location();
    asks.credential_vending.value = true;
    asks.credential_vending.at = asks.uri.at;
    const json keys = {{"s3.access-key-id", "AKIA"}, {"s3.secret-access-key", "secret-itself"}};
    const auto table = [](json config, json credentials) {
        json answer = {{"metadata", json::object()}, {"config", std::move(config)}};
        if (!credentials.is_null()) {
            answer["storage-credentials"] = std::move(credentials);
        }
        return answer.dump();
    };
    CHECK(weir::judge_storage(table(json::object(), nullptr), location()).ok == true);
    CHECK(weir::judge_storage(table(json::object(), nullptr), asks).ok == false);
    CHECK(weir::judge_storage(table(keys, nullptr), asks).ok == true);
    const json entry = {{"prefix", "s3://lake"}, {"config", keys}};
    const Evidence good = weir::judge_storage(table({{"s3.endpoint", "https://minio"}}, json::array({entry})), asks);
    CHECK(good.ok == true);
    CHECK(holds(good.value, "s3.endpoint"));
    const json empty = {{"prefix", "s3://lake"}, {"config", json::object()}};
    const Evidence bad = weir::judge_storage(table(json::object(), json::array({empty})), asks);
    CHECK(bad.ok == false);
    CHECK(holds(bad.message, "without keys in it"));
    const json signs = {{"s3.remote-signing-enabled", "true"}};
    CHECK(weir::judge_storage(table(signs, nullptr), asks).ok == true);
    CHECK(weir::judge_storage(table({{"s3.remote-signing-enabled", "false"}}, nullptr), asks).ok == false);
    for (const Evidence& check : {good, weir::judge_storage(table(keys, nullptr), asks)}) {
        CHECK_FALSE(holds(check.message + check.value + check.help, "secret-itself"));
        CHECK_FALSE(holds(check.message + check.value + check.help, "AKIA"));
    }
}

TEST_CASE("keys that expire have to be renewed, or the job ends with them") {
    weir::Location asks = location();
    asks.credential_vending.value = true;
    asks.credential_vending.at = asks.uri.at;
    const auto with = [&asks](json config, const json& more) {
        config.update(more);
        const json entry = {{"prefix", "s3://lake"}, {"config", config}};
        const Evidence beside =
            weir::judge_storage(json{{"metadata", json::object()}, {"config", config}}.dump(), asks);
        const Evidence within =
            weir::judge_storage(json{{"metadata", json::object()}, {"storage-credentials", {entry}}}.dump(), asks);
        CHECK(beside.ok == within.ok);
        CHECK(beside.message == within.message);
        return within;
    };
    const json s3 = {{"s3.access-key-id", "k"}, {"s3.session-token", "t"}};
    for (const auto& [keys, renewal] :
         {std::pair(s3, "client.refresh-credentials-endpoint"),
          std::pair(json{{"gcs.oauth2.token", "t"}}, "gcs.oauth2.refresh-credentials-endpoint"),
          std::pair(json{{"adls.sas-token.lake", "t"}}, "adls.refresh-credentials-endpoint")}) {
        const Evidence ends = with(keys, json::object());
        CHECK(ends.ok == false);
        CHECK(holds(ends.message, "expire"));
        CHECK(holds(ends.help, "refresh-credentials-endpoint"));
        CHECK(with(keys, {{renewal, "v1/lake/credentials"}}).ok == true);
    }
    CHECK(with({{"s3.access-key-id", "k"}}, json::object()).ok == true);
}

TEST_CASE("other namespaces that nobody may list are no fault, and what was not answered is not told") {
    CHECK(holds(weir::judge_namespace("", true, location()).value, "does not need"));
    CHECK(weir::judge_namespace("", false, location()).value.empty());
    CHECK(holds(weir::judge_namespace(R"({"namespaces": [["a"], ["b"]]})", false, location()).value, "2 namespaces"));
}

TEST_CASE("names that a stranger sends are told only when they are plain") {
    const Evidence check = weir::judge_config(
        json{{"defaults", {{"a.b-c", "x"}, {"\x1b[2J", "y"}}}, {"overrides", json::object()}}.dump());
    CHECK(check.ok == true);
    CHECK(holds(check.value, "a.b-c"));
    CHECK(holds(check.value, "(unreadable)"));
    CHECK(check.value.find('\x1b') == std::string::npos);
}

TEST_CASE("doctor's answer is one object on one line, as evidence is") {
    const Evidence fine = weir::judge_token(R"({"access_token": "secret-itself", "expires_in": 3600})", location());
    CHECK(fine.value == "for 60 min");
    const std::string told = weir::doctor_json({fine});
    CHECK(json::parse(told)["healthy"] == true);
    CHECK(json::parse(told)["checks"][0]["kind"] == "catalog-token");
    CHECK_FALSE(holds(told, "secret-itself"));
    CHECK(json::parse(weir::doctor_json({}))["healthy"].is_null());
}
