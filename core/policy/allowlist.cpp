#include "policy/allowlist.h"

#include <fmt/format.h>

#include "contract/patterns.h"
#include "weir/grammar.h"

namespace weir::policy {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";
constexpr std::size_t kDigest = 64;

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// What stands between the commas of a variable, without blanks; views of the environment.
std::vector<std::string_view> split_entries(const Environment& environment, std::string_view variable) {
    std::vector<std::string_view> entries;
    const auto found = environment.find(variable);
    std::string_view rest = found == environment.end() ? std::string_view() : std::string_view(found->second);
    while (!rest.empty()) {
        const std::string_view entry = trimmed(form::take_until(rest, ','));
        if (!entry.empty()) {
            entries.push_back(entry);
        }
    }
    return entries;
}

bool fits(Pattern pattern, std::string_view text) {
    return pattern_info(pattern).fault(text).empty();
}

std::string_view image_fault(std::string_view entry) {
    if (entry.find('@') != std::string_view::npos) {
        return "holds a digest; an entry is a repository, without tag and digest";
    }
    if (entry.find("://") != std::string_view::npos || entry.front() == '/') {
        return "is no repository: it starts with the registry's host or with the image's name";
    }
    const std::size_t slash = entry.rfind('/');
    if (entry.find(':', slash == std::string_view::npos ? 0 : slash) != std::string_view::npos) {
        return "holds a tag, or lacks the / behind a registry's port";
    }
    return {};
}

std::string_view named_fault(Pattern pattern, std::string_view entry) {
    const std::size_t slash = entry.find('/');
    const bool space = slash == std::string_view::npos || fits(Pattern::DeploymentNamespace, entry.substr(0, slash));
    const std::string_view name = slash == std::string_view::npos ? entry : entry.substr(slash + 1);
    return space && fits(pattern, name) ? "" : "is neither a name nor namespace/name";
}

std::string_view host_alone_fault(const Host& host) {
    return host.kind == Host::Kind::Address ? why_never(host.address) : host.fault;
}

std::string_view host_fault(std::string_view entry) {
    if (entry.front() == '.') {
        return "starts with a dot; a name without it covers what is below it already";
    }
    if (entry.find('/') != std::string_view::npos) {
        return "is no host; an entry holds no scheme and no path";
    }
    const Authority authority = split_authority(entry);
    if (!authority.good) {
        return "has a port that is none";
    }
    return host_alone_fault(parse_host(authority.host));
}

std::string_view pair_fault(std::string_view entry) {
    const std::size_t at = entry.find('@');
    const std::string_view name = trimmed(entry.substr(0, at));
    if (!fits(Pattern::EnvName, name)) {
        return "does not start with the name of a variable";
    }
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view host = trimmed(entry.substr(at + 1));
    if (host.empty()) {
        return "names no host; a name without @ is for every host";
    }
    const Authority authority = split_authority(host);
    if (authority.host.size() != host.size()) {
        return "has a port; hosts are compared without one";
    }
    return host_alone_fault(parse_host(host));
}

std::string_view own_sql_fault(std::string_view entry) {
    constexpr std::string_view kFault = "is none of product, product/build and product/build@sha256:<digest>";
    std::string_view rest = entry;
    const std::string_view product = form::take_until(rest, '/');
    if (!fits(Pattern::Identifier, product)) {
        return kFault;
    }
    if (product.size() == entry.size()) {
        return {};
    }
    const std::size_t at = rest.find('@');
    if (!fits(Pattern::Identifier, rest.substr(0, at))) {
        return kFault;
    }
    constexpr std::string_view kAlgorithm = "sha256:";
    const std::string_view pin = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
    const bool pinned = pin.starts_with(kAlgorithm) && pin.size() == kAlgorithm.size() + kDigest &&
                        form::all(pin.substr(kAlgorithm.size()), form::hex_lower);
    return at == std::string_view::npos || pinned ? "" : kFault;
}

} // namespace

std::string_view entry_fault(std::string_view variable, std::string_view entry) {
    if (entry.empty() || trimmed(entry).size() != entry.size()) {
        return "begins or ends with a blank, which entries lose";
    }
    if (entry.find(',') != std::string_view::npos) {
        return "holds a comma, which separates entries";
    }
    if (entry.find('*') != std::string_view::npos) {
        return "holds a *, and there are no wildcards";
    }
    if (variable == kContextAllowlist) {
        return fits(Pattern::KubeContext, entry) ? "" : "is no name of a context";
    }
    if (variable == kNamespaceAllowlist) {
        return fits(Pattern::DeploymentNamespace, entry) ? "" : "is no name of a namespace";
    }
    if (variable == kImageAllowlist) {
        return image_fault(entry);
    }
    if (variable == kServiceAccountAllowlist) {
        return named_fault(Pattern::ServiceAccount, entry);
    }
    if (variable == kSecretAllowlist) {
        return named_fault(Pattern::SecretName, entry);
    }
    if (variable == kHostAllowlist) {
        return host_fault(entry);
    }
    return variable == kSecretRefAllowlist ? pair_fault(entry) : own_sql_fault(entry);
}

std::string host_key(std::string_view entry) {
    const Host host = parse_host(split_authority(entry).host);
    return host.kind == Host::Kind::Bad ? std::string() : host.text;
}

Allowlist::Allowlist(const Environment& environment, std::string_view variable) : variable_(variable) {
    unset_ = environment.find(variable) == environment.end();
    for (const std::string_view entry : split_entries(environment, variable)) {
        add(entry);
    }
}

void Allowlist::add(std::string_view entry) {
    if (!entry_fault(variable_, entry).empty()) {
        faulty_.push_back(entry);
    } else if (variable_ == kHostAllowlist) {
        entries_.insert(host_key(entry));
    } else if (variable_ == kSecretRefAllowlist && entry.find('@') != std::string_view::npos) {
        const std::size_t at = entry.find('@');
        entries_.insert(
            fmt::format("{}@{}", trimmed(entry.substr(0, at)), parse_host(trimmed(entry.substr(at + 1))).text));
    } else {
        entries_.insert(std::string(entry));
    }
}

bool Allowlist::holds_in(std::string_view space, std::string_view name) const {
    return holds(name) || holds(fmt::format("{}/{}", space, name));
}

bool Allowlist::holds_repository(std::string_view repository) const {
    if (holds(repository)) {
        return true;
    }
    for (std::size_t at = repository.find('/'); at != std::string_view::npos; at = repository.find('/', at + 1)) {
        if (holds(repository.substr(0, at + 1))) {
            return true;
        }
    }
    return false;
}

bool Allowlist::holds_host(const Host& host) const {
    if (host.kind != Host::Kind::Name) {
        return host.kind == Host::Kind::Address && holds(host.text);
    }
    for (std::string_view rest = host.text; !rest.empty(); form::take_until(rest, '.')) {
        if (holds(rest)) {
            return true;
        }
    }
    return false;
}

bool Allowlist::holds_pair(std::string_view name, const Host& host) const {
    return holds(name) || (host.kind != Host::Kind::Bad && holds(fmt::format("{}@{}", name, host.text)));
}

bool Allowlist::holds_start(std::string_view start) const {
    const auto first = entries_.lower_bound(start);
    return first != entries_.end() && std::string_view(*first).starts_with(start);
}

} // namespace weir::policy

namespace weir {

std::vector<std::string> allowed_entries(const Environment& environment, std::string_view variable) {
    std::vector<std::string> entries;
    for (const std::string_view entry : policy::split_entries(environment, variable)) {
        if (policy::entry_fault(variable, entry).empty()) {
            entries.emplace_back(entry);
        }
    }
    return entries;
}

} // namespace weir
