// Forms of texts that managed builds and their tables know: contract.md sections 2 to 4.

#include "contract/grammar_tables.h"
#include "contract/patterns.h"
#include "weir/types.h"

namespace weir {

namespace {

using namespace form;

std::string_view column_name(std::string_view text) {
    return is_identifier(text) ? "" : "is not a column name: letters, digits and _, and no digit first";
}

std::string_view topic(std::string_view text) {
    if (text.empty() || text.size() > 249) {
        return "must be the name of one topic, 1 to 249 characters";
    }
    if (text == "." || text == "..") {
        return "is a name that Kafka refuses";
    }
    if (!all(text, [](char c) { return alnum(c) || c == '.' || c == '_' || c == '-'; })) {
        return "is not the name of one topic: letters, digits, . _ and - only, no list and no pattern";
    }
    return {};
}

std::string_view key_prefix(std::string_view text) {
    return is_identifier(text) ? "" : "is not the start of a column name: letters, digits and _, and no digit first";
}

/// A host name, an IPv4 address, or an IPv6 address in brackets. What it is judged by later is the
/// policy's matter.
bool host(std::string_view text) {
    if (!text.empty() && text.front() == '[') {
        return text.size() > 4 && text.back() == ']' && all(text.substr(1, text.size() - 2), [](char c) {
                   return hex_lower(c) || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
               });
    }
    return !text.empty() && text.size() <= 253 && text.front() != '.' && text.find("..") == std::string_view::npos &&
           text.front() != '-' && all(text, [](char c) { return alnum(c) || c == '.' || c == '-' || c == '_'; });
}

/// Why `text` is not `host[:port]`; `port_needed` when the port may not be left out.
std::string_view authority(std::string_view text, bool port_needed) {
    if (text.empty()) {
        return "names no host";
    }
    if (text.find('@') != std::string_view::npos) {
        return "holds user info, which belongs in a Secret";
    }
    const std::size_t bracket = text.rfind(']');
    const std::size_t colon = text.rfind(':');
    const bool has_port = colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
    if (has_port ? !port(text.substr(colon + 1)) : port_needed) {
        return port_needed ? "is not a list of host:port, separated by commas" : "has a port that is none";
    }
    if (!host(text.substr(0, has_port ? colon : text.size()))) {
        return "has a host that is not plain ASCII: letters, digits, . and -";
    }
    return {};
}

std::string_view bootstrap_servers(std::string_view text) {
    if (text.empty()) {
        return "is not a list of host:port, separated by commas";
    }
    while (true) {
        const bool last = text.find(',') == std::string_view::npos;
        const std::string_view fault = authority(take_until(text, ','), true);
        if (!fault.empty()) {
            return fault == std::string_view("names no host") ? "is not a list of host:port, separated by commas"
                                                              : fault;
        }
        if (last) {
            return {};
        }
    }
}

std::string_view url(std::string_view text) {
    constexpr std::string_view kHttp = "http://";
    constexpr std::string_view kHttps = "https://";
    if (text.substr(0, kHttp.size()) == kHttp) {
        text.remove_prefix(kHttp.size());
    } else if (text.substr(0, kHttps.size()) == kHttps) {
        text.remove_prefix(kHttps.size());
    } else {
        return "is not an http or https URL";
    }
    if (!all(text, [](char c) { return static_cast<unsigned char>(c) > 0x20U && c != 0x7F && c != '\\'; })) {
        return "holds a blank, a backslash or a control character";
    }
    const std::string_view fault = authority(text.substr(0, text.find_first_of("/?#")), false);
    if (!fault.empty()) {
        return fault;
    }
    if (text.find_first_of("?#") != std::string_view::npos) {
        return "holds a query or a fragment";
    }
    return {};
}

bool bucket(std::string_view text) {
    return !text.empty() && text.size() <= 255 && alnum(text.front()) && alnum(text.back()) &&
           all(text, [](char c) { return alnum(c) || c == '.' || c == '-' || c == '_'; });
}

std::string_view s3_uri(std::string_view text, bool prefix_needed) {
    constexpr std::string_view kScheme = "s3://";
    if (text.substr(0, kScheme.size()) != kScheme) {
        if (text.find("://") == std::string_view::npos && text.find('/') == std::string_view::npos) {
            return "is a bare name, not a location s3://bucket/prefix";
        }
        return "is not a location s3://bucket/prefix";
    }
    text.remove_prefix(kScheme.size());
    if (!all(text, [](char c) { return !odd(c) && c != '\\'; })) {
        return "holds a blank, a backslash, a control character or one beyond ASCII";
    }
    const std::string_view name = text.substr(0, text.find('/'));
    if (name.find('@') != std::string_view::npos) {
        return "holds user info, which belongs in a Secret";
    }
    if (text.find_first_of("?#") != std::string_view::npos) {
        return "holds a query or a fragment";
    }
    if (text.find('%') != std::string_view::npos) {
        return "holds a percent-escape";
    }
    if (!bucket(name)) {
        return "names no bucket of letters, digits, . _ and -";
    }
    text.remove_prefix(name.size());
    if (!text.empty()) {
        text.remove_prefix(1);
    }
    if (!text.empty() && text.back() == '/') {
        text.remove_suffix(1);
        if (text.empty()) {
            return "has an empty segment";
        }
    }
    if (text.empty()) {
        return prefix_needed ? "has no prefix after the bucket" : "";
    }
    while (true) {
        const bool last = text.find('/') == std::string_view::npos;
        const std::string_view segment = take_until(text, '/');
        if (segment.empty()) {
            return "has an empty segment";
        }
        if (segment == "." || segment == "..") {
            return "has a segment . or ..";
        }
        if (last) {
            return {};
        }
    }
}

std::string_view state_uri(std::string_view text) {
    return s3_uri(text, true);
}

std::string_view warehouse(std::string_view text) {
    // `s3://bucket/` is the bucket itself.
    if (text.size() > 6 && text.back() == '/' && text.find('/', 5) == text.size() - 1) {
        text.remove_suffix(1);
    }
    return s3_uri(text, false);
}

/// `analytics`, or `project/analytics`: what a catalog calls a warehouse.
std::string_view warehouse_name(std::string_view text) {
    if (text.find("://") != std::string_view::npos) {
        return "is a location, where this kind of catalog takes a name";
    }
    const std::string_view first = text.substr(0, text.find('/'));
    const std::string_view second = first.size() < text.size() ? text.substr(first.size() + 1) : first;
    const bool fine = text.size() <= 255 && bucket(first) && bucket(second);
    return fine ? ""
                : "is not the name of a warehouse: letters, digits, . _ and -, beginning and ending with one of the "
                  "first two";
}

/// In one form or the other; which, is said by the kind of catalog.
std::string_view any_warehouse(std::string_view text) {
    return text.find("://") != std::string_view::npos ? warehouse(text) : warehouse_name(text);
}

/// A run of 20 or more letters and digits between underscores, with a digit in it, is a key, not a name.
bool looks_like_secret(std::string_view text) {
    while (!text.empty()) {
        const std::string_view part = take_until(text, '_');
        if (part.size() >= 20 && !all(part, [](char c) { return !digit(c); })) {
            return true;
        }
    }
    return false;
}

std::string_view env_name(std::string_view text) {
    if (!is_identifier(text)) {
        return "is not the name of an environment variable";
    }
    if (looks_like_secret(text)) {
        return "looks like the secret itself, not like the name of the variable that holds it";
    }
    return {};
}

std::string_view deployment_name(std::string_view text) {
    if (text.size() > 45) {
        return "is longer than the 45 characters that the operator takes";
    }
    const bool fine = !text.empty() && lower(text.front()) && lower_alnum(text.back()) &&
                      all(text, [](char c) { return lower_alnum(c) || c == '-'; });
    return fine ? "" : "is not a deployment name: lower-case letters, digits and -, a letter first and no - last";
}

bool dns_label(std::string_view text) {
    return !text.empty() && lower_alnum(text.front()) && lower_alnum(text.back()) &&
           all(text, [](char c) { return lower_alnum(c) || c == '-'; });
}

std::string_view dns_namespace(std::string_view text) {
    return dns_label(text) && text.size() <= 63
               ? ""
               : "is not a namespace: lower-case letters, digits and -, at most 63, no - at an end";
}

std::string_view dns_subdomain(std::string_view text) {
    constexpr std::string_view kFault =
        "is not a DNS name: lower-case letters, digits, - and ., at most 253, no - or . at an end of a part";
    if (text.empty() || text.size() > 253) {
        return kFault;
    }
    while (true) {
        const bool last = text.find('.') == std::string_view::npos;
        if (!dns_label(take_until(text, '.'))) {
            return kFault;
        }
        if (last) {
            return {};
        }
    }
}

std::string_view kube_context(std::string_view text) {
    if (text.empty()) {
        return "must not be empty";
    }
    if (text.front() == '-') {
        return "starts with -, which kubectl would read as an option";
    }
    if (!all(text, [](char c) { return static_cast<unsigned char>(c) >= 0x20U && c != 0x7F; })) {
        return "holds a control character";
    }
    return {};
}

bool repository(std::string_view text) {
    if (text.empty() || text.size() > 255) {
        return false;
    }
    bool first = true;
    while (true) {
        const bool last = text.find('/') == std::string_view::npos;
        std::string_view part = take_until(text, '/');
        if (first && !last && part.find(':') != std::string_view::npos) {
            const std::size_t colon = part.rfind(':');
            if (!port(part.substr(colon + 1))) {
                return false;
            }
            part = part.substr(0, colon);
        }
        const bool registry = first && !last;
        const auto letters = [&](char c) { return lower_alnum(c) || (registry && upper(c)); };
        if (part.empty() || !letters(part.front()) || !letters(part.back()) ||
            !all(part, [&](char c) { return letters(c) || c == '.' || c == '_' || c == '-'; })) {
            return false;
        }
        if (last) {
            return true;
        }
        first = false;
    }
}

std::string_view image(std::string_view text) {
    constexpr std::string_view kFault = "is not an image repository[:tag]@sha256:<64 lower-case hexadecimal digits>";
    const std::size_t at = text.find('@');
    if (at == std::string_view::npos) {
        return "is not pinned: a tag can be moved, a digest cannot";
    }
    const std::string_view pin = text.substr(at + 1);
    if (pin.size() != 71 || pin.substr(0, 7) != "sha256:" || !all(pin.substr(7), hex_lower)) {
        return kFault;
    }
    std::string_view name = text.substr(0, at);
    const std::size_t colon = name.rfind(':');
    const std::size_t slash = name.rfind('/');
    if (colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash)) {
        const std::string_view tag = name.substr(colon + 1);
        if (tag.empty() || tag.size() > 128 || tag.front() == '.' || tag.front() == '-' ||
            !all(tag, [](char c) { return alnum(c) || c == '.' || c == '_' || c == '-'; })) {
            return kFault;
        }
        name = name.substr(0, colon);
    }
    return repository(name) ? "" : kFault;
}

std::string_view memory(std::string_view text) {
    const bool fine = text.size() >= 2 && text.size() <= 9 && text.front() != '0' &&
                      (text.back() == 'm' || text.back() == 'g') && all(text.substr(0, text.size() - 1), digit);
    return fine ? "" : "is not a memory size like 2048m or 2g";
}

std::string_view catalog_namespace(std::string_view text) {
    while (true) {
        const bool last = text.find('.') == std::string_view::npos;
        if (!is_identifier(take_until(text, '.'))) {
            return "is not a namespace: parts of letters, digits and _, no digit first, separated by dots";
        }
        if (last) {
            return {};
        }
    }
}

std::string_view table_name(std::string_view text) {
    return is_identifier(text) ? "" : "is not a table name: letters, digits and _, and no digit first";
}

constexpr std::string_view kUrlHelp =
    "Write http:// or https://, a host, and at most a port and a path. Credentials belong in a Secret.";
constexpr std::string_view kS3Help = "Write s3://bucket/prefix.";

// Parts of the expressions below.
#define WEIR_PORT "(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})"
#define WEIR_HOST "(\\[[0-9A-Fa-f:.]{3,}\\]|[A-Za-z0-9_][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*\\.?)"
#define WEIR_BUCKET "[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?"
#define WEIR_SEGMENT "/(?!\\.{1,2}(/|$))[!\"$&-.0->@-\\[\\]-~]+"

constexpr PatternInfo kPatterns[] = {
    {Pattern::ColumnName, Code::column_name_form, column_name, "Write a plain name, such as order_id.",
     "^[A-Za-z_][A-Za-z0-9_]*$"},
    {Pattern::Topic, Code::topic_form, topic, "Write the name of one topic; a build reads one.",
     R"(^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$)"},
    {Pattern::KeyPrefix, Code::key_prefix_form, key_prefix, "Write a prefix such as key_.", "^[A-Za-z_][A-Za-z0-9_]*$"},
    {Pattern::BootstrapServers, Code::bootstrap_servers_form, bootstrap_servers,
     "Write brokers like kafka-1:9092,kafka-2:9092, without blanks.",
     "^" WEIR_HOST ":" WEIR_PORT "(," WEIR_HOST ":" WEIR_PORT ")*$", true},
    {Pattern::Url, Code::url_form, url, kUrlHelp,
     "^https?://" WEIR_HOST "(:" WEIR_PORT R"()?(/[^?#\\\x00-\x20\x7F]*)?$)", true},
    {Pattern::StateUri, Code::state_uri_form, state_uri, kS3Help, "^s3://" WEIR_BUCKET "(" WEIR_SEGMENT ")+/?$", true},
    {Pattern::Warehouse, Code::warehouse_form, warehouse, kS3Help, "^s3://" WEIR_BUCKET "(" WEIR_SEGMENT ")*/?$", true},
    {Pattern::WarehouseName, Code::warehouse_name, warehouse_name, "Write the name by which the catalog knows it.",
     "^(?=.{1,255}$)" WEIR_BUCKET "(/" WEIR_BUCKET ")?$", true},
    {Pattern::AnyWarehouse, Code::warehouse_form, any_warehouse,
     "Write s3://bucket/prefix, or the name by which the kind of catalog knows it.",
     "^(s3://" WEIR_BUCKET "(" WEIR_SEGMENT ")*/?|(?=.{1,255}$)" WEIR_BUCKET "(/" WEIR_BUCKET ")?)$", true},
    {Pattern::EnvName, Code::env_name_form, env_name,
     "Write the variable's name, such as ICEBERG_TOKEN; its value comes from a Secret in deployment.secretRefs.",
     "^(?!(.*_)?(?=[A-Za-z]*[0-9])[A-Za-z0-9]{20,}(_|$))[A-Za-z_][A-Za-z0-9_]*$", true},
    {Pattern::DeploymentName, Code::deployment_name_form, deployment_name, "Write a name like commerce-orders.",
     "^[a-z]([-a-z0-9]{0,43}[a-z0-9])?$"},
    {Pattern::DeploymentNamespace, Code::deployment_namespace_form, dns_namespace,
     "Write a namespace like data-products.", "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"},
    {Pattern::ServiceAccount, Code::service_account_form, dns_subdomain, "Write a name like flink.",
     "^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"},
    {Pattern::SecretName, Code::secret_name_form, dns_subdomain, "Write the name of a Secret, such as flink-storage.",
     "^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"},
    {Pattern::KubeContext, Code::kube_context_form, kube_context, "Write the context's name as kubeconfig has it.",
     R"(^[^-\x00-\x1F\x7F][^\x00-\x1F\x7F]*$)"},
    {Pattern::Image, Code::image_form, image,
     "Write the image with its digest: registry.example.com/flink@sha256:… (docker buildx imagetools inspect shows "
     "it).",
     "^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(:" WEIR_PORT ")?/)?[a-z0-9]([a-z0-9._-]*[a-z0-9])?"
     "(/[a-z0-9]([a-z0-9._-]*[a-z0-9])?)*(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?@sha256:[0-9a-f]{64}$"},
    {Pattern::Memory, Code::memory_form, memory, "Write whole megabytes or gigabytes, such as 2048m or 2g.",
     "^[1-9][0-9]{0,7}[mg]$"},
    {Pattern::CatalogNamespace, Code::catalog_namespace_form, catalog_namespace,
     "Write a namespace like commerce or commerce.orders.", "^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$"},
    {Pattern::TableName, Code::table_form, table_name, "Write a plain name, such as orders.",
     "^[A-Za-z_][A-Za-z0-9_]*$"},
};

#undef WEIR_PORT
#undef WEIR_HOST
#undef WEIR_BUCKET
#undef WEIR_SEGMENT

} // namespace

std::span<const PatternInfo> lane_patterns() {
    return kPatterns;
}

} // namespace weir
