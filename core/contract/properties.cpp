// Which catalog and table properties Weir passes on, and why it refuses the others: contract.md
// section 2.

#include <algorithm>

#include "contract/rules.h"

namespace weir {

namespace {

/// Keys ending in a dot stand for everything that starts so.
constexpr std::string_view kAllowed[] = {
    "s3.endpoint",
    "s3.path-style-access",
    "client.region",
    "s3.acl",
    "s3.checksum-enabled",
    "s3.sse.type",
    "s3.write.storage-class",
    "s3.multipart.",
    "s3.delete.",
    "s3.write.tags.",
    "cache-enabled",
    "cache.expiration-interval-ms",
    "rest-page-size",
    "rest.client.connection-timeout-ms",
    "rest.client.socket-timeout-ms",
    "rest-metrics-reporting-enabled",
    "snapshot-loading-mode",
    "header.x-iceberg-access-delegation",
    "token-refresh-enabled",
    "token-exchange-enabled",
};

/// A way of refusing: every key that equals, starts with (`a.`), ends with (`-a`) or holds (`*a*`) it.
struct Refusal {
    std::string_view key;
    std::string_view why;
};

constexpr std::string_view kOwn = "is written by Weir itself from the rest of the contract";
constexpr std::string_view kSecret =
    "carries a secret, which belongs in a Secret named in deployment.secretRefs, or in catalogAuth";
constexpr std::string_view kElsewhere = "would send data or credentials elsewhere";
constexpr std::string_view kClass = "would load a class of its choice into the job";

constexpr Refusal kEqual[] = {
    {"type", kOwn},
    {"catalog-type", kOwn},
    {"uri", kOwn},
    {"warehouse", kOwn},
    {"base-namespace", kOwn},
    {"default-database", kOwn},
    {"property-version", kOwn},
    {"rest.auth.type", kOwn},
    {"scope", kOwn},
    {"audience", kOwn},
    {"resource", kOwn},
    {"oauth2-server-uri", "is written from catalogAuth.oauth2ServerUri"},
    {"s3.signer.uri", kElsewhere},
    {"s3.signer.endpoint", kElsewhere},
    {"client.refresh-credentials-endpoint", kElsewhere},
    {"client.refresh-credentials-enabled", kElsewhere},
    {"client.credentials-provider", kClass},
    {"client.factory", kClass},
    {"hadoop-conf-dir", kElsewhere},
    {"hive-conf-dir", kElsewhere},
    {"s3.cross-region-access-enabled", kElsewhere},
};

constexpr Refusal kStart[] = {
    {"table-override.", "would override the settings of the table"},
    {"table-default.", "would override the settings of the table; write them in icebergConfig.properties"},
    {"client.credentials-provider.", kClass},
    {"client.assume-role.", kElsewhere},
    {"client.refresh-credentials", kElsewhere},
    {"s3.signer.", kElsewhere},
    {"s3.access-grants.", kElsewhere},
    {"s3.proxy.", kElsewhere},
    {"http-client.", kElsewhere},
    {"header.", "would send a header of its choice to the catalog"},
    {"rest.auth.", kOwn},
};

constexpr Refusal kEnd[] = {
    {"-impl", kClass},    {".impl", kClass},    {"-endpoint", kElsewhere},
    {"-uri", kElsewhere}, {".uri", kElsewhere}, {".endpoint", kElsewhere},
};

constexpr Refusal kHold[] = {
    {"proxy", kElsewhere}, {"secret", kSecret},      {"password", kSecret},      {"access-key", kSecret},
    {"token", kSecret},    {"credential", kSecret},  {"authorization", kSecret}, {"sse.key", kSecret},
    {"sse.md5", kSecret},  {"private-key", kSecret},
};

bool starts(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

bool ends(std::string_view text, std::string_view with) {
    return text.size() >= with.size() && text.substr(text.size() - with.size()) == with;
}

constexpr std::string_view kTableOwn = "is written by Weir itself";
constexpr std::string_view kTableMoves = "would put the table's files elsewhere than the catalog says";

constexpr Refusal kTableEqual[] = {
    {"format-version", "is written by Weir itself; icebergConfig.writeVersion says it"},
    {"write.format.default", "is written by Weir itself; icebergConfig.fileFormat says it"},
    {"write.upsert.enabled", "is refused: the job only appends"},
    {"write.data.path", kTableMoves},
    {"write.metadata.path", kTableMoves},
    {"write.object-storage.path", kTableMoves},
    {"write.folder-storage.path", kTableMoves},
    {"location", kTableMoves},
    {"connector", kTableOwn},
};

} // namespace

std::span<const std::string_view> catalog_property_keys() {
    return kAllowed;
}

bool is_catalog_property(std::string_view folded_key) {
    return std::any_of(std::begin(kAllowed), std::end(kAllowed), [&](std::string_view allowed) {
        return allowed.back() == '.' ? starts(folded_key, allowed) && folded_key.size() > allowed.size()
                                     : folded_key == allowed;
    });
}

std::string_view catalog_property_fault(std::string_view folded_key) {
    if (is_catalog_property(folded_key)) {
        return {};
    }
    for (const Refusal& refusal : kEqual) {
        if (folded_key == refusal.key) {
            return refusal.why;
        }
    }
    for (const Refusal& refusal : kStart) {
        if (starts(folded_key, refusal.key)) {
            return refusal.why;
        }
    }
    for (const Refusal& refusal : kHold) {
        if (folded_key.find(refusal.key) != std::string_view::npos) {
            return refusal.why;
        }
    }
    for (const Refusal& refusal : kEnd) {
        if (ends(folded_key, refusal.key)) {
            return refusal.why;
        }
    }
    return "is not a property that Weir passes to the catalog";
}

std::string_view table_property_fault(std::string_view folded_key) {
    for (const Refusal& refusal : kTableEqual) {
        if (folded_key == refusal.key) {
            return refusal.why;
        }
    }
    if (ends(folded_key, "-impl") || ends(folded_key, ".impl")) {
        return kClass;
    }
    return {};
}

/// `env:NAME` and `${…}` would be resolved by Iceberg from the job's environment.
std::string_view property_value_fault(std::string_view value) {
    if (value.substr(0, 4) == "env:") {
        return "must not start with env:, which Iceberg would read from the job's environment";
    }
    if (value.find("${") != std::string_view::npos) {
        return "must not hold ${, which would be read from the job's environment";
    }
    for (const char c : value) {
        if (static_cast<unsigned char>(c) < 0x20U || c == 0x7F) {
            return "must not hold a control character";
        }
    }
    return {};
}

} // namespace weir
