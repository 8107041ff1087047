// The table of the operator's lists. What checks them is in judge.cpp; a test compares the two.

#include "weir/policy.h"

namespace weir {

namespace {

using enum PolicyCommand;

constexpr std::array kAll = {Apply, Diff, Verify};
constexpr std::array kSending = {Apply, Verify};
constexpr std::array kApply = {Apply};

constexpr std::array<AllowlistInfo, kAllowlists.size()> kInfo = {{
    {kContextAllowlist, "the kube context", "a context, exactly and with its case", kAll, ""},
    {kNamespaceAllowlist, "the namespace", "a namespace, exactly", kAll, ""},
    {kImageAllowlist, "the image's repository", "a repository, or a prefix that ends in `/`", kAll, ""},
    {kServiceAccountAllowlist, "the service account", "`namespace/name`, or `name` in every listed namespace", kAll,
     ""},
    {kSecretAllowlist, "every Secret that the job gets", "`namespace/name`, or `name` in every listed namespace", kAll,
     ""},
    {kHostAllowlist, "every host that the job contacts", "a host, a parent domain, or an address", kSending,
     "verify: the catalog and the token endpoint"},
    {kSecretRefAllowlist, "every variable of a credential, with the host that it is sent to",
     "`NAME@host`, or `NAME` for every host", kSending, ""},
    {kOwnSqlAllowlist, "a build's own SQL", "`product/build@sha256:digest`, `product/build`, or `product`", kApply, ""},
}};

} // namespace

std::span<const AllowlistInfo> allowlists() {
    return kInfo;
}

} // namespace weir
