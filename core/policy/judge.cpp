// Every check of operator.md, "Allowlists", over every managed build.

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "contract/context.h"
#include "contract/patterns.h"
#include "policy/allowlist.h"
#include "text/secrecy.h"
#include "weir/clip.h"
#include "weir/policy.h"
#include "weir/sha256.h"

namespace weir {

namespace {

using policy::Allowlist;
using policy::Host;

constexpr std::array<std::string_view, 3> kCommands = {"apply", "diff", "verify"};

constexpr RefusalCode kContextUnlisted = {"kube-context-unlisted", kContextAllowlist,
                                          "The kube context is not in the operator's list."};
constexpr RefusalCode kNamespaceUnlisted = {"namespace-unlisted", kNamespaceAllowlist,
                                            "The namespace is not in the operator's list."};
constexpr RefusalCode kImageUnlisted = {"image-unlisted", kImageAllowlist,
                                        "The image's repository is not in the operator's list."};
constexpr RefusalCode kImagePlaceholder = {"image-digest-placeholder", "",
                                           "The image's digest is all zeros, which names no image."};
constexpr RefusalCode kServiceAccountUnlisted = {"service-account-unlisted", kServiceAccountAllowlist,
                                                 "The service account is not in the operator's list."};
constexpr RefusalCode kSecretUnlisted = {"secret-unlisted", kSecretAllowlist,
                                         "A Secret that the job gets is not in the operator's list."};
constexpr RefusalCode kHostUnlisted = {"host-unlisted", kHostAllowlist,
                                       "A host that the job contacts is not in the operator's list."};
constexpr RefusalCode kHostNeverAllowed = {"host-never-allowed", kHostAllowlist,
                                           "A host is an address that no list can allow."};
constexpr RefusalCode kHostSpelling = {"host-spelling", kHostAllowlist,
                                       "A host is spelled in a way that programs read differently."};
constexpr RefusalCode kSecretRefUnlisted = {"secret-ref-unlisted", kSecretRefAllowlist,
                                            "The catalog's credential may not be sent to this host."};
constexpr RefusalCode kOwnSqlUnlisted = {"own-sql-unlisted", kOwnSqlAllowlist,
                                         "The build's own SQL is not in the operator's list."};

constexpr std::array kRefusals = {kContextUnlisted,        kNamespaceUnlisted, kImageUnlisted, kImagePlaceholder,
                                  kServiceAccountUnlisted, kSecretUnlisted,    kHostUnlisted,  kHostNeverAllowed,
                                  kHostSpelling,           kSecretRefUnlisted, kOwnSqlUnlisted};

/// The image without tag and digest. A registry's port belongs to it.
std::string_view repository_of(std::string_view image) {
    image = image.substr(0, image.find('@'));
    const std::size_t colon = image.rfind(':');
    const std::size_t slash = image.rfind('/');
    const bool tag = colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash);
    return tag ? image.substr(0, colon) : image;
}

/// An entry as it may be shown: what reads like a credential, and what is no name where only names stand, is not.
std::string shown_entry(std::string_view variable, std::string_view entry) {
    constexpr std::size_t kMost = 120;
    if (variable == kSecretRefAllowlist) {
        const std::size_t at = entry.find('@');
        if (!pattern_info(Pattern::EnvName).fault(entry.substr(0, at)).empty()) {
            return std::string(kMask);
        }
    } else if (const std::size_t at = entry.rfind('@'); at != std::string_view::npos && variable != kOwnSqlAllowlist) {
        return fmt::format("{}{}", kMask, without_secrets(clipped(entry.substr(at), kMost)));
    }
    return without_secrets(clipped(entry, kMost));
}

class Judge {
  public:
    Judge(const Contract& contract, const Environment& environment, PolicyCommand command)
        : contract_(contract), apply_(command == PolicyCommand::Apply), verify_(command == PolicyCommand::Verify),
          contexts_(environment, kContextAllowlist), namespaces_(environment, kNamespaceAllowlist),
          images_(environment, kImageAllowlist), service_accounts_(environment, kServiceAccountAllowlist),
          secrets_(environment, kSecretAllowlist), hosts_(environment, kHostAllowlist),
          secret_refs_(environment, kSecretRefAllowlist), own_sql_(environment, kOwnSqlAllowlist) {
        verdict_.command = command;
    }

    PolicyVerdict run() {
        warn();
        for (const Build& build : contract_.builds) {
            if (!build.managed) {
                continue;
            }
            if (build.deployment) {
                targets(*build.deployment);
            }
            const Location* location = location_of(build);
            if (location != nullptr && (apply_ || verify_)) {
                catalog(*location);
            }
            if (apply_) {
                other_hosts(build, location);
            }
            if (location != nullptr && location->catalog_auth && (apply_ || verify_)) {
                credential(*location, *location->catalog_auth);
            }
            if (apply_) {
                own_sql(build);
            }
        }
        return std::move(verdict_);
    }

  private:
    /// Of the expose that the build writes.
    [[nodiscard]] const Location* location_of(const Build& build) const {
        const Expose* expose = contract_.written_by(build);
        return expose != nullptr && expose->binding && expose->binding->location ? &*expose->binding->location
                                                                                 : nullptr;
    }

    void refuse(const RefusalCode& code, Place at, std::string_view what, std::string entry) {
        if (verdict_.refusals.size() == kMostFindings) {
            ++verdict_.more;
            return;
        }
        const std::string subject = lane_subject(contract_, at.path);
        Refusal refusal;
        refusal.code = code.code;
        refusal.variable = code.variable;
        refusal.entry = std::move(entry);
        refusal.at = at;
        refusal.message =
            without_secrets(fmt::format("Managed Flink: {}{}{}", subject, subject.empty() ? "" : ": ", what));
        verdict_.refusals.push_back(std::move(refusal));
    }

    /// `what` is not in the list: add `entry`.
    void refuse_unlisted(const RefusalCode& code, const Allowlist& list, Place at, std::string_view what,
                         std::string entry) {
        const std::string_view state = list.unset() ? ", which is not set" : list.empty() ? ", which is empty" : "";
        const std::string_view fault = policy::entry_fault(code.variable, entry);
        std::string advice;
        if (!fault.empty()) {
            advice = fmt::format("no entry can allow it: it {}", fault);
            entry.clear();
        } else if (find_secret(entry)) {
            advice = "add it as the contract has it; it reads like a secret and is not shown";
            entry.clear();
        } else {
            advice = fmt::format("add {}", entry);
        }
        refuse(code, at, fmt::format("{} {}{}: {}", what, code.variable, state, advice), std::move(entry));
    }

    /// Context, namespace, image, service account, Secrets: every command checks them.
    void targets(const FlinkDeployment& deployment) {
        const std::string_view space = deployment.name_space.value;
        exact(kContextUnlisted, contexts_, deployment.context);
        exact(kNamespaceUnlisted, namespaces_, deployment.name_space);
        image(deployment.image);
        named(kServiceAccountUnlisted, service_accounts_, space, deployment.service_account);
        for (const Text& secret : deployment.secret_refs) {
            named(kSecretUnlisted, secrets_, space, secret);
        }
    }

    void exact(const RefusalCode& code, const Allowlist& list, const Text& text) {
        if (text.present() && !list.holds(text.value)) {
            refuse_unlisted(code, list, text.at, fmt::format("{} is not in", shown(text.value)),
                            std::string(text.value));
        }
    }

    void named(const RefusalCode& code, const Allowlist& list, std::string_view space, const Text& text) {
        if (text.present() && !list.holds_in(space, text.value)) {
            refuse_unlisted(code, list, text.at, fmt::format("{} is not in", shown(text.value)),
                            fmt::format("{}/{}", space, text.value));
        }
    }

    void image(const Text& text) {
        if (!text.present()) {
            return;
        }
        const std::string_view repository = repository_of(text.value);
        if (!images_.holds_repository(repository)) {
            refuse_unlisted(kImageUnlisted, images_, text.at, fmt::format("{} is not in", clipped(repository, 255)),
                            std::string(repository));
        }
        if (apply_ && is_placeholder_image(text.value)) {
            refuse(kImagePlaceholder, text.at,
                   "the digest is the placeholder, all zeros, and names no image: write the digest of the image you "
                   "built",
                   {});
        }
    }

    void catalog(const Location& location) {
        url_host(location.uri, "the catalog");
        if (location.catalog_auth) {
            url_host(location.catalog_auth->oauth2_server_uri, "the token endpoint");
        }
    }

    void other_hosts(const Build& build, const Location* location) {
        if (location != nullptr) {
            if (const Property* endpoint = find_property(location->catalog_properties, "s3.endpoint")) {
                url_host(endpoint->value, "the storage endpoint");
            }
        }
        if (build.deployment) {
            url_host(build.deployment->state_endpoint, "the storage endpoint");
        }
        if (build.source) {
            brokers(build.source->bootstrap_servers);
            url_host(build.source->schema_registry_url, "the schema registry");
        }
    }

    void brokers(const Text& text) {
        std::set<std::string_view> seen;
        std::string_view rest = text.value;
        while (text.present() && !rest.empty()) {
            const std::string_view name = policy::split_authority(form::take_until(rest, ',')).host;
            if (seen.insert(name).second) {
                host(policy::parse_host(name), text.at, "a broker");
            }
        }
    }

    [[nodiscard]] static Host host_of(const Text& url) {
        return policy::parse_host(policy::split_authority(policy::authority_of_url(url.value)).host);
    }

    void url_host(const Text& url, std::string_view role) {
        if (url.present()) {
            host(host_of(url), url.at, role);
        }
    }

    void host(const Host& host, Place at, std::string_view role) {
        if (host.kind == Host::Kind::Bad) {
            refuse(kHostSpelling, at,
                   fmt::format("the host of {}, {}, {}; {} cannot allow it", role, shown(host.text), host.fault,
                               kHostAllowlist),
                   {});
            return;
        }
        const bool address = host.kind == Host::Kind::Address;
        if (const std::string_view why = address ? policy::why_never(host.address) : std::string_view(); !why.empty()) {
            refuse(kHostNeverAllowed, at,
                   fmt::format("the host of {}, {}, {}; {} cannot allow it", role, host.text, why, kHostAllowlist), {});
            return;
        }
        if ((!address || !policy::is_private(host.address)) && !hosts_.holds_host(host)) {
            refuse_unlisted(kHostUnlisted, hosts_, at, fmt::format("the host of {}, {}, is not in", role, host.text),
                            host.text);
        }
    }

    /// Who gets the credential: the catalog, and for OAuth2 the token endpoint first.
    void credential(const Location& location, const CatalogAuth& auth) {
        for (const Text& name : {auth.token_env, auth.credential_env, auth.username_env, auth.password_env}) {
            if (name.present() && auth.oauth2_server_uri.present()) {
                pair(name, host_of(auth.oauth2_server_uri), "the token endpoint");
            }
            if (name.present() && location.uri.present()) {
                pair(name, host_of(location.uri), "the catalog");
            }
        }
    }

    void pair(const Text& name, const Host& host, std::string_view role) {
        const bool here = policy::is_this_machine(host);
        if ((verify_ && here) || secret_refs_.holds_pair(name.value, host)) {
            return;
        }
        const std::string_view pod = here ? " (in the pod, that is the pod itself)" : "";
        refuse_unlisted(
            kSecretRefUnlisted, secret_refs_, name.at,
            fmt::format("{} is sent to {} at {}{}, which is not in", shown(name.value), role, host.text, pod),
            fmt::format("{}@{}", name.value, host.text));
    }

    void own_sql(const Build& build) {
        if (!build.sql.present()) {
            return;
        }
        const std::string_view product = contract_.id.value;
        const std::string job = fmt::format("{}/{}", product, build.id.value);
        std::string pinned = fmt::format("{}@sha256:{}", job, sha256_hex(build.sql.value));
        if (own_sql_.holds(product) || own_sql_.holds(job) || own_sql_.holds(pinned)) {
            return;
        }
        const std::string_view what = own_sql_.holds_start(job + "@") ? "this SQL is another than the one pinned in"
                                                                      : "the build's own SQL is not in";
        refuse_unlisted(kOwnSqlUnlisted, own_sql_, build.sql.at, what, std::move(pinned));
    }

    void warn() {
        const bool managed =
            std::any_of(contract_.builds.begin(), contract_.builds.end(), [](const Build& b) { return b.managed; });
        if (!managed) {
            verdict_.warnings.push_back({"no-managed-build",
                                         {},
                                         {},
                                         "the contract has no managed Flink build: Weir deploys nothing of it, and the "
                                         "allowlists have nothing to judge"});
        }
        for (const Allowlist* list :
             {&contexts_, &namespaces_, &images_, &service_accounts_, &secrets_, &hosts_, &secret_refs_, &own_sql_}) {
            for (const std::string_view entry : list->faulty()) {
                if (verdict_.warnings.size() == kMostFindings) {
                    return;
                }
                std::string safe = shown_entry(list->variable(), entry);
                std::string message = fmt::format("{}: {} matches nothing: it {}", list->variable(), safe,
                                                  policy::entry_fault(list->variable(), entry));
                verdict_.warnings.push_back(
                    {"entry-ineffective", list->variable(), std::move(safe), std::move(message)});
            }
        }
    }

    const Contract& contract_;
    bool apply_;
    bool verify_;
    Allowlist contexts_;
    Allowlist namespaces_;
    Allowlist images_;
    Allowlist service_accounts_;
    Allowlist secrets_;
    Allowlist hosts_;
    Allowlist secret_refs_;
    Allowlist own_sql_;
    PolicyVerdict verdict_;
};

} // namespace

std::span<const std::string_view> policy_command_names() {
    return kCommands;
}

std::optional<PolicyCommand> policy_command(std::string_view name) {
    const auto found = std::find(kCommands.begin(), kCommands.end(), name);
    return found == kCommands.end() ? std::nullopt
                                    : std::optional(static_cast<PolicyCommand>(found - kCommands.begin()));
}

std::span<const RefusalCode> refusal_codes() {
    return kRefusals;
}

PolicyVerdict judge(const Contract& contract, const Environment& environment, PolicyCommand command) {
    return Judge(contract, environment, command).run();
}

std::vector<PolicyNeed> missing(const PolicyVerdict& verdict) {
    std::vector<PolicyNeed> all;
    for (const std::string_view variable : kAllowlists) {
        PolicyNeed need{variable, {}};
        std::set<std::string_view> seen;
        for (const Refusal& refusal : verdict.refusals) {
            if (refusal.variable == variable && !refusal.entry.empty() && seen.insert(refusal.entry).second) {
                need.entries.push_back(refusal.entry);
            }
        }
        if (!need.entries.empty()) {
            all.push_back(std::move(need));
        }
    }
    return all;
}

std::vector<PolicyNeed> needs(const Contract& contract, PolicyCommand command) {
    return missing(judge(contract, {}, command));
}

} // namespace weir
