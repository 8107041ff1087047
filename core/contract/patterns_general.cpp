// Forms of texts that every contract knows: ids, tags, versions, durations, …

#include "contract/grammar_tables.h"
#include "contract/patterns.h"

namespace weir {

namespace {

using namespace form;

std::string_view identifier(std::string_view text) {
    if (text.empty()) {
        return "must not be empty";
    }
    const auto edge = [](char c) { return alnum(c) || c == '_'; };
    if (!edge(text.front()) || !edge(text.back()) ||
        !all(text, [&](char c) { return edge(c) || c == '.' || c == '-'; })) {
        return "is not an identifier: letters, digits, _ . and -, and neither . nor - at an end";
    }
    return {};
}

bool lower_words(std::string_view text, std::string_view inner) {
    return !text.empty() && lower_alnum(text.front()) && lower_alnum(text.back()) &&
           all(text, [&](char c) { return lower_alnum(c) || inner.find(c) != std::string_view::npos; });
}

std::string_view tag(std::string_view text) {
    return lower_words(text, "-") ? "" : "is not a tag: lower-case letters, digits and -, and no - at an end";
}

std::string_view model_name(std::string_view text) {
    return lower_words(text, "-_.") ? "" : "is not a model's name: lower-case letters, digits, - _ and .";
}

bool version_number(std::string_view text) {
    return !text.empty() && all(text, digit) && (text.size() == 1 || text.front() != '0');
}

std::string_view semver(std::string_view text) {
    constexpr std::string_view kFault = "is not a version like 1.4.0";
    const auto tail = [](std::string_view part) {
        return !part.empty() && all(part, [](char c) { return alnum(c) || c == '.' || c == '-'; });
    };
    const std::size_t plus = text.find('+');
    if (plus != std::string_view::npos) {
        if (!tail(text.substr(plus + 1))) {
            return kFault;
        }
        text = text.substr(0, plus);
    }
    const std::size_t dash = text.find('-');
    if (dash != std::string_view::npos) {
        if (!tail(text.substr(dash + 1))) {
            return kFault;
        }
        text = text.substr(0, dash);
    }
    const std::string_view major = take_until(text, '.');
    const std::string_view minor = take_until(text, '.');
    return version_number(major) && version_number(minor) && version_number(text) ? "" : kFault;
}

/// Takes `<digits><unit>` pairs whose units stand in `units`, in that order. False when `text` is left
/// with anything else at its front.
bool take_periods(std::string_view& text, std::string_view units, char stop, bool& any) {
    std::size_t next = 0;
    while (!text.empty() && text.front() != stop) {
        std::size_t count = 0;
        while (count < text.size() && digit(text[count])) {
            ++count;
        }
        if (count == 0 || count == text.size()) {
            return false;
        }
        const std::size_t unit = units.find(text[count], next);
        if (unit == std::string_view::npos) {
            return false;
        }
        next = unit + 1;
        any = true;
        text.remove_prefix(count + 1);
    }
    return true;
}

std::string_view duration(std::string_view text) {
    constexpr std::string_view kFault = "is not a duration like PT15M or P30D";
    bool any = false;
    if (text.empty() || text.front() != 'P') {
        return kFault;
    }
    text.remove_prefix(1);
    if (!take_periods(text, "YMWD", 'T', any)) {
        return kFault;
    }
    if (!text.empty()) {
        text.remove_prefix(1);
        bool any_time = false;
        if (!take_periods(text, "HMS", '\0', any_time) || !any_time) {
            return kFault;
        }
        any = true;
    }
    return any && text.empty() ? "" : kFault;
}

std::string_view percent(std::string_view text) {
    constexpr std::string_view kFault = "is not a percentage like 99.9%";
    if (text.empty() || text.back() != '%') {
        return kFault;
    }
    text.remove_suffix(1);
    const bool has_point = text.find('.') != std::string_view::npos;
    const std::string_view whole = take_until(text, '.');
    const bool fraction_fine = has_point ? !text.empty() && all(text, digit) : true;
    const bool hundred = whole == "100" && all(text, [](char c) { return c == '0'; });
    return fraction_fine && (hundred || (whole.size() == 2 && all(whole, digit))) ? "" : kFault;
}

bool sha256_text(std::string_view text, bool any_case) {
    constexpr std::string_view kPrefix = "sha256:";
    if (text.substr(0, kPrefix.size()) != kPrefix || text.size() != kPrefix.size() + 64) {
        return false;
    }
    return all(text.substr(kPrefix.size()), [&](char c) { return hex_lower(c) || (any_case && c >= 'A' && c <= 'F'); });
}

std::string_view signature(std::string_view text) {
    return sha256_text(text, true) ? "" : "is not sha256: and 64 hexadecimal digits";
}

std::string_view digest(std::string_view text) {
    return sha256_text(text, false) ? "" : "is not sha256: and 64 lower-case hexadecimal digits";
}

std::string_view email(std::string_view text) {
    const std::size_t at = text.find('@');
    const bool fine = at != std::string_view::npos && at > 0 && at + 1 < text.size() &&
                      text.find('@', at + 1) == std::string_view::npos &&
                      all(text, [](char c) { return static_cast<unsigned char>(c) > 0x20U && c != 0x7F; });
    return fine ? "" : "is not an e-mail address";
}

std::string_view link(std::string_view text) {
    const bool fine =
        !text.empty() && all(text, [](char c) { return static_cast<unsigned char>(c) > 0x20U && c != 0x7F; });
    return fine ? "" : "is not a link: it is empty or holds a blank";
}

std::string_view general_env_name(std::string_view text) {
    const bool fine = !text.empty() && text.size() <= 128 && !digit(text.front()) &&
                      all(text, [](char c) { return upper(c) || digit(c) || c == '_'; });
    return fine ? "" : "is not the name of an environment variable in capitals";
}

std::string_view dbt_adapter(std::string_view text) {
    const bool fine = text.substr(0, 4) == "dbt-" && text.size() > 4 && lower_alnum(text.back()) &&
                      all(text.substr(4), [](char c) { return lower_alnum(c) || c == '_' || c == '-'; });
    return fine ? "" : "is not dbt- and the name of an adapter";
}

std::string_view dag_id(std::string_view text) {
    const auto edge = [](char c) { return lower_alnum(c) || c == '_'; };
    const bool fine = !text.empty() && edge(text.front()) && edge(text.back()) &&
                      all(text, [&](char c) { return edge(c) || c == '.' || c == '-'; });
    return fine ? "" : "is not an id of Airflow: lower-case letters, digits, _ . and -, and neither . nor - at an end";
}

std::string_view provider_action(std::string_view text) {
    const auto word = [](std::string_view part) {
        return !part.empty() && all(part, [](char c) { return lower_alnum(c) || c == '_'; });
    };
    const std::string_view service = take_until(text, '.');
    return word(service) && word(text) ? "" : "is not a service and an operation, such as s3.ensure_bucket";
}

std::string_view secret_reference(std::string_view text) {
    const std::size_t at = text.find("://");
    const bool fine =
        at != std::string_view::npos && at > 0 && lower(text.front()) && at + 3 < text.size() &&
        all(text.substr(0, at), [](char c) { return lower_alnum(c) || c == '_' || c == '+' || c == '.' || c == '-'; });
    return fine ? "" : "is not a reference to a secret";
}

bool key_name(std::string_view text) {
    return !text.empty() && text.size() <= 250 &&
           all(text, [](char c) { return alnum(c) || c == '/' || c == '_' || c == '-'; });
}

/// Whether `text` starts with `start`, which is taken away.
bool take(std::string_view& text, std::string_view start) {
    if (text.substr(0, start.size()) != start) {
        return false;
    }
    text.remove_prefix(start.size());
    return true;
}

/// The rest of `arn:aws…:kms:REGION:ACCOUNT:key/…`.
bool kms_arn(std::string_view text) {
    const auto part = [](char c) { return lower(c) || c == '-'; };
    const std::string_view partition = take_until(text, ':');
    if (!all(partition, part) || !take(text, "kms:")) {
        return false;
    }
    const std::string_view region = take_until(text, ':');
    const std::string_view account = take_until(text, ':');
    return !region.empty() && all(region, [](char c) { return lower_alnum(c) || c == '-'; }) && account.size() == 12 &&
           all(account, digit) && (take(text, "key/") || take(text, "alias/")) && key_name(text);
}

/// The rest of `projects/P/locations/L/keyRings/R/cryptoKeys/K`.
bool gcp_key(std::string_view text) {
    const auto word = [](std::string_view part) {
        return !part.empty() && part.size() <= 63 && all(part, [](char c) { return alnum(c) || c == '_' || c == '-'; });
    };
    const std::string_view project = take_until(text, '/');
    if (project.empty() || project.size() > 100 ||
        !all(project, [](char c) { return lower_alnum(c) || c == '.' || c == ':' || c == '-'; }) ||
        !take(text, "locations/")) {
        return false;
    }
    const std::string_view location = take_until(text, '/');
    if (location.empty() || location.size() > 63 || !all(location, [](char c) { return lower_alnum(c) || c == '-'; }) ||
        !take(text, "keyRings/")) {
        return false;
    }
    return word(take_until(text, '/')) && take(text, "cryptoKeys/") && word(text);
}

std::string_view encryption_key(std::string_view text) {
    const bool fine = text == "product" || text == "none" || (take(text, "alias/") && key_name(text)) ||
                      (take(text, "arn:aws") && kms_arn(text)) || (take(text, "projects/") && gcp_key(text));
    return fine ? "" : "is neither product nor none nor the name of a key";
}

std::string_view row_filter_name(std::string_view text) {
    const bool fine = !text.empty() && text.size() <= 63 && lower(text.front()) &&
                      all(text, [](char c) { return lower_alnum(c) || c == '_'; });
    return fine ? "" : "is not a name of lower-case letters, digits and _, at most 63 of them";
}

std::string_view quality_id(std::string_view text) {
    const bool fine = !text.empty() && all(text, [](char c) { return alnum(c) || c == '_' || c == '-'; });
    return fine ? "" : "is not a name of letters, digits, _ and -";
}

std::string_view iam_arn(std::string_view text) {
    constexpr std::string_view kPrefix = "arn:aws";
    if (text.substr(0, kPrefix.size()) != kPrefix) {
        return "is not the ARN of an IAM principal";
    }
    text.remove_prefix(kPrefix.size());
    const std::string_view partition = take_until(text, ':');
    const bool fine = all(partition, [](char c) { return lower_alnum(c) || c == '-'; }) && text.substr(0, 5) == "iam::";
    return fine ? "" : "is not the ARN of an IAM principal";
}

constexpr std::string_view kIdentifierHelp = "Write letters, digits, _ . and -, such as commerce.orders.";

constexpr PatternInfo kPatterns[] = {
    {Pattern::Identifier, Code::identifier_form, identifier, kIdentifierHelp,
     "^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$"},
    {Pattern::Tag, Code::value_form, tag, "Write a tag like near-real-time.", "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},
    {Pattern::Semver, Code::value_form, semver, "Write three numbers, such as 1.4.0.",
     R"(^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$)"},
    {Pattern::Duration, Code::value_form, duration, "Write an ISO 8601 duration, such as PT15M.",
     "^P(?!$)([0-9]+Y)?([0-9]+M)?([0-9]+W)?([0-9]+D)?(T(?!$)([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$"},
    {Pattern::Percent, Code::value_form, percent, "Write a percentage, such as 99.9%.",
     "^(100(\\.0+)?|[0-9]{2}(\\.[0-9]+)?)%$"},
    {Pattern::Signature, Code::value_form, signature, {}, "^sha256:[0-9a-fA-F]{64}$"},
    {Pattern::Digest, Code::value_form, digest, {}, "^sha256:[0-9a-f]{64}$"},
    {Pattern::Email, Code::value_form, email, "Write an address like team@example.com.",
     R"(^[^@\x00-\x20\x7F]+@[^@\x00-\x20\x7F]+$)"},
    {Pattern::Link, Code::value_form, link, "Write a link like https://example.com/docs.", R"(^[^\x00-\x20\x7F]+$)"},
    {Pattern::GeneralEnvName, Code::value_form, general_env_name, {}, "^[A-Z_][A-Z0-9_]{0,127}$"},
    {Pattern::DagId, Code::value_form, dag_id, "Write an id like load_orders.", "^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$"},
    {Pattern::ProviderAction, Code::value_form, provider_action, "Write one like s3.ensure_bucket.",
     R"(^[a-z0-9_]+\.[a-z0-9_]+$)"},
    {Pattern::SecretReference, Code::value_form, secret_reference,
     "Write where the secret is kept, such as vault://path/name.", R"re(^[a-z][a-z0-9_+.-]*:\/\/[\s\S]+$)re", true},
    {Pattern::EncryptionKey, Code::value_form, encryption_key, "Write product, none, alias/NAME, an ARN or projects/….",
     "^(product|none|(alias|arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:(key|alias))/[A-Za-z0-9/_-]{1,250}|"
     "projects/[a-z0-9.:-]{1,100}/locations/[a-z0-9-]{1,63}/keyRings/[A-Za-z0-9_-]{1,63}/"
     "cryptoKeys/[A-Za-z0-9_-]{1,63})$"},
    {Pattern::DbtAdapter, Code::value_unknown, dbt_adapter, {}, "^dbt-[a-z0-9_-]*[a-z0-9]$"},
    {Pattern::RowFilterName, Code::value_form, row_filter_name, {}, "^[a-z][a-z0-9_]{0,62}$"},
    {Pattern::QualityId, Code::value_form, quality_id, {}, "^[A-Za-z0-9_-]+$"},
    {Pattern::ModelName, Code::value_form, model_name, {}, "^[a-z0-9]([a-z0-9_.-]*[a-z0-9])?$"},
    {Pattern::IamArn, Code::value_form, iam_arn, {}, "^arn:aws[a-z0-9-]*:iam::"},
};

} // namespace

std::span<const PatternInfo> general_patterns() {
    return kPatterns;
}

} // namespace weir
