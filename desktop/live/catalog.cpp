#include "live/catalog.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/catalogs.h"
#include "weir/http_status.h"

namespace weir::live {

namespace {

using Why = NoAnswer::Why;

constexpr std::chrono::seconds kPatience{10};
/// A shorter one is found by chance in what is told anyway.
constexpr std::size_t kShortestSecret = 6;

std::string without_slash(std::string url) {
    while (url.ends_with('/')) {
        url.pop_back();
    }
    return url;
}

/// A header or a form can carry it.
bool is_sendable(const std::string& text, bool blanks) {
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [blanks](char c) { return (c > ' ' && c <= '~') || (blanks && c == ' '); });
}

Why why_of(HttpAnswer::End end) {
    switch (end) {
    case HttpAnswer::End::Unresolved:
        return Why::Unresolved;
    case HttpAnswer::End::NotTls:
        return Why::NotTls;
    case HttpAnswer::End::Insecure:
        return Why::Insecure;
    case HttpAnswer::End::TimedOut:
        return Why::TimedOut;
    case HttpAnswer::End::TooLarge:
        return Why::TooLarge;
    case HttpAnswer::End::Forbidden:
        return Why::Forbidden;
    default:
        return Why::Unreachable;
    }
}

/// Iceberg separates the parts of a namespace with the unit separator.
std::string namespace_in_path(std::string_view dotted) {
    std::string path;
    for (const char c : dotted) {
        path += c == '.' ? "%1F" : url_encoded(std::string(1, c));
    }
    return path;
}

} // namespace

CatalogReader::CatalogReader(const Location& location, HttpSettings http, Variables variables)
    : location_(location), http_(std::move(http)), variables_(std::move(variables)),
      whom_(fmt::format("the catalog {}", host_of(std::string(location.uri.value)))),
      table_(fmt::format("{}.{}", location.name_space.value, location.table.value)) {}

NoAnswer CatalogReader::problem(Why why, std::string detail) const {
    NoAnswer answer;
    answer.why = why;
    answer.whom = whom_;
    answer.detail = std::move(detail);
    answer.credential = location_.catalog_auth.has_value();
    return answer;
}

std::optional<NoAnswer> CatalogReader::ask(const HttpQuestion& question, const std::string& whom, std::string& body) {
    HttpAnswer answer = ask_http(http_, question);
    stopped_ = stopped_ || answer.end == HttpAnswer::End::Stopped;
    NoAnswer none = problem(why_of(answer.end), answer.detail);
    none.whom = whom;
    none.limit = question.limit;
    if (answer.end != HttpAnswer::End::Answered) {
        return none;
    }
    none.status = answer.status;
    if (answer.redirects()) {
        none.why = Why::Redirected;
        return none;
    }
    if (answer.status != http_status::kFine) {
        none.why = Why::Status;
        none.type = error_type(answer.body);
        return none;
    }
    body = std::move(answer.body);
    return std::nullopt;
}

std::optional<NoAnswer> CatalogReader::fetch_token(const CatalogAuth& auth, const std::string& credential) {
    // `client_id:client_secret`, or the secret alone, as Iceberg's own client reads it.
    const std::size_t colon = credential.find(':');
    HttpQuestion question;
    question.time = kPatience;
    question.url = std::string(auth.oauth2_server_uri.value);
    question.form = "grant_type=client_credentials";
    const auto add = [&question](std::string_view name, std::string_view value) {
        question.form += fmt::format("&{}={}", name, url_encoded(std::string(value)));
    };
    if (colon != std::string::npos) {
        add("client_id", std::string_view(credential).substr(0, colon));
    }
    add("client_secret", std::string_view(credential).substr(colon == std::string::npos ? 0 : colon + 1));
    secrets_ = {credential, credential.substr(colon == std::string::npos ? 0 : colon + 1)};
    add("scope", auth.scope.value);
    for (const auto& [name, value] : {std::pair("audience", auth.audience), std::pair("resource", auth.resource)}) {
        if (value.present()) {
            add(name, value.value);
        }
    }
    const std::string whom = fmt::format("the token endpoint {}", host_of(question.url));
    std::string body;
    std::optional<NoAnswer> none = ask(question, whom, body);
    if (none) {
        return none;
    }
    token_ = read_access_token(body);
    token_answer_ = body;
    secrets_.push_back(token_);
    if (token_.empty()) {
        none = problem(Why::NotUnderstood, "there is no access_token in it");
        none->whom = whom;
    }
    return none;
}

std::optional<NoAnswer> CatalogReader::read_variable(const Text& name, bool blanks, std::string& value) const {
    const std::string variable(name.value);
    value = variables_(variable).value_or("");
    if (value.empty()) {
        return problem(Why::Variable, fmt::format("the variable {} is not set", variable));
    }
    if (!is_sendable(value, blanks)) {
        value.clear();
        return problem(Why::Variable, fmt::format("the value of {} holds a line break, a blank or another character "
                                                  "that a credential cannot have",
                                                  variable));
    }
    return std::nullopt;
}

std::optional<NoAnswer> CatalogReader::authorize() {
    if (!location_.catalog_auth || !token_.empty() || !user_.empty()) {
        return std::nullopt;
    }
    const CatalogAuth& auth = *location_.catalog_auth;
    if (auth.type.value == CatalogAuthType::Basic) {
        std::string user;
        std::optional<NoAnswer> none = read_variable(auth.username_env, true, user);
        if (!none && user.find(':') != std::string::npos) {
            none = problem(Why::Variable, fmt::format("the value of {} holds a colon, which ends a user's name",
                                                      auth.username_env.value));
        }
        none = none ? none : read_variable(auth.password_env, true, password_);
        if (!none) {
            secrets_ = {password_};
            user_ = std::move(user);
        }
        return none;
    }
    const bool oauth = auth.type.value == CatalogAuthType::OAuth2;
    std::string value;
    if (std::optional<NoAnswer> none = read_variable(oauth ? auth.credential_env : auth.token_env, oauth, value)) {
        return none;
    }
    if (oauth) {
        return fetch_token(auth, value);
    }
    token_ = value;
    secrets_ = {token_};
    return std::nullopt;
}

HttpQuestion CatalogReader::question(std::string url) const {
    HttpQuestion question;
    question.time = kPatience;
    question.url = std::move(url);
    question.bearer = token_;
    question.user = user_;
    question.password = password_;
    return question;
}

std::optional<NoAnswer> CatalogReader::configure() {
    if (!base_.empty()) {
        return std::nullopt;
    }
    const std::string uri = without_slash(std::string(location_.uri.value));
    std::string body;
    const HttpQuestion about =
        question(fmt::format("{}/v1/config?warehouse={}", uri, url_encoded(std::string(location_.warehouse.value))));
    if (std::optional<NoAnswer> none = ask(about, whom_, body)) {
        return none;
    }
    const CatalogConfig config = read_catalog_config(body);
    if (!config.understood) {
        return problem(Why::NotUnderstood, "its configuration");
    }
    if (!config.uri.empty() && origin_of(config.uri) != origin_of(uri)) {
        NoAnswer elsewhere = problem(Why::Redirected, "its configuration names another host");
        elsewhere.status = http_status::kFine;
        return elsewhere;
    }
    // A path alone is one of the catalog's own host.
    const bool whole = config.tokens.find("://") != std::string::npos;
    const bool signs_in = location_.catalog_auth && location_.catalog_auth->oauth2_server_uri.present();
    if (whole && signs_in &&
        origin_of(config.tokens) != origin_of(std::string(location_.catalog_auth->oauth2_server_uri.value))) {
        NoAnswer elsewhere =
            problem(Why::Redirected, "its configuration has a job send its credential to another host");
        elsewhere.status = http_status::kFine;
        return elsewhere;
    }
    config_answer_ = body;
    base_ = fmt::format("{}/v1/{}{}namespaces/", config.uri.empty() ? uri : without_slash(config.uri), config.prefix,
                        config.prefix.empty() || config.prefix.ends_with('/') ? "" : "/");
    return std::nullopt;
}

LoadedTable CatalogReader::load_once() {
    LoadedTable loaded;
    loaded.problem = authorize();
    if (!loaded.problem) {
        loaded.problem = configure();
    }
    if (loaded.problem) {
        return loaded;
    }
    // A table may have thousands of snapshots; only those that a branch or tag names are wanted.
    HttpQuestion about =
        question(fmt::format("{}{}/tables/{}?snapshots=refs", base_, namespace_in_path(location_.name_space.value),
                             url_encoded(std::string(location_.table.value))));
    about.limit = kLargestAnswer;
    about.delegation = delegation_;
    loaded.problem = ask(about, whom_, loaded.answer);
    if (loaded.problem) {
        loaded.problem->table = table_;
    }
    return loaded;
}

LoadedTable CatalogReader::below(std::string url) {
    LoadedTable loaded;
    loaded.problem = ask(question(std::move(url)), whom_, loaded.answer);
    return loaded;
}

LoadedTable CatalogReader::namespaces() {
    return below(without_slash(base_));
}

LoadedTable CatalogReader::own_namespace() {
    return below(base_ + namespace_in_path(location_.name_space.value));
}

void CatalogReader::ask_for_keys() {
    delegation_ = value_of(location_, kCredentialVending).value;
}

bool CatalogReader::is_catalog(const std::string& address) {
    HttpQuestion about;
    about.time = kPatience;
    about.url = fmt::format("{}/v1/config?warehouse={}", without_slash(address),
                            url_encoded(std::string(location_.warehouse.value)));
    const HttpAnswer answer = ask_http(http_, about);
    // One that wants a credential says so as the specification writes errors.
    return answer.end == HttpAnswer::End::Answered &&
           (answer.status == http_status::kFine ? read_catalog_config(answer.body).understood
                                                : !error_type(answer.body).empty());
}

void CatalogReader::hide(Evidence& told) const {
    std::vector<std::string*> texts = {&told.message, &told.value, &told.help};
    for (SchemaDifference& difference : told.differences) {
        texts.insert(texts.end(), {&difference.path, &difference.found});
    }
    for (std::string* text : texts) {
        for (const std::string& secret : secrets_) {
            for (std::size_t at = text->find(secret); secret.size() >= kShortestSecret && at != std::string::npos;
                 at = text->find(secret, at)) {
                text->replace(at, secret.size(), "***");
            }
        }
    }
}

LoadedTable CatalogReader::load() {
    const bool kept = !token_.empty();
    LoadedTable loaded = load_once();
    const auto refused = [&loaded] {
        return loaded.problem && loaded.problem->why == Why::Status &&
               (loaded.problem->status == http_status::kUnauthorized ||
                loaded.problem->status == http_status::kExpired);
    };
    const bool oauth = location_.catalog_auth && location_.catalog_auth->type.value == CatalogAuthType::OAuth2;
    if (refused() && oauth) {
        token_.clear();
        if (kept) {
            loaded = load_once();
        }
    }
    return loaded;
}

} // namespace weir::live
