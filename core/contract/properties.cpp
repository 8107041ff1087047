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

/// What Iceberg reads a property's text as. A whole number that is none stops the job; a switch that is none is false.
enum class ValueKind : std::uint8_t { Switch, Whole, Word };

struct KindOf {
    std::string_view key;
    ValueKind kind;
};

constexpr KindOf kCatalogKinds[] = {
    {"s3.path-style-access", ValueKind::Switch},
    {"s3.checksum-enabled", ValueKind::Switch},
    {"s3.multipart.num-threads", ValueKind::Whole},
    {"s3.multipart.part-size-bytes", ValueKind::Whole},
    {"s3.delete.batch-size", ValueKind::Whole},
    {"s3.delete.num-threads", ValueKind::Whole},
    {"cache-enabled", ValueKind::Switch},
    {"cache.expiration-interval-ms", ValueKind::Whole},
    {"rest-page-size", ValueKind::Whole},
    {"rest.client.connection-timeout-ms", ValueKind::Whole},
    {"rest.client.socket-timeout-ms", ValueKind::Whole},
    {"rest-metrics-reporting-enabled", ValueKind::Switch},
    {"token-refresh-enabled", ValueKind::Switch},
    {"token-exchange-enabled", ValueKind::Switch},
};

/// Table properties are an open list; these are the ones that Iceberg itself reads as more than a text.
constexpr KindOf kTableKinds[] = {
    {"commit.manifest-merge.enabled", ValueKind::Switch},
    {"commit.manifest.min-count-to-merge", ValueKind::Whole},
    {"commit.manifest.target-size-bytes", ValueKind::Whole},
    {"commit.retry.max-wait-ms", ValueKind::Whole},
    {"commit.retry.min-wait-ms", ValueKind::Whole},
    {"commit.retry.num-retries", ValueKind::Whole},
    {"commit.retry.total-timeout-ms", ValueKind::Whole},
    {"commit.status-check.max-wait-ms", ValueKind::Whole},
    {"commit.status-check.min-wait-ms", ValueKind::Whole},
    {"commit.status-check.num-retries", ValueKind::Whole},
    {"commit.status-check.total-timeout-ms", ValueKind::Whole},
    {"gc.enabled", ValueKind::Switch},
    {"history.expire.max-ref-age-ms", ValueKind::Whole},
    {"history.expire.max-snapshot-age-ms", ValueKind::Whole},
    {"history.expire.min-snapshots-to-keep", ValueKind::Whole},
    {"read.split.metadata-target-size", ValueKind::Whole},
    {"read.split.open-file-cost", ValueKind::Whole},
    {"read.split.planning-lookback", ValueKind::Whole},
    {"read.split.target-size", ValueKind::Whole},
    {"write.metadata.delete-after-commit.enabled", ValueKind::Switch},
    {"write.metadata.metrics.max-inferred-column-defaults", ValueKind::Whole},
    {"write.metadata.previous-versions-max", ValueKind::Whole},
    {"write.object-storage.enabled", ValueKind::Switch},
    {"write.orc.block-size-bytes", ValueKind::Whole},
    {"write.orc.stripe-size-bytes", ValueKind::Whole},
    {"write.parquet.bloom-filter-max-bytes", ValueKind::Whole},
    {"write.parquet.dict-size-bytes", ValueKind::Whole},
    {"write.parquet.page-row-limit", ValueKind::Whole},
    {"write.parquet.page-size-bytes", ValueKind::Whole},
    {"write.parquet.row-group-size-bytes", ValueKind::Whole},
    {"write.summary.partition-limit", ValueKind::Whole},
    {"write.target-file-size-bytes", ValueKind::Whole},
};

std::string_view kind_fault(ValueKind kind, std::string_view value) {
    switch (kind) {
    case ValueKind::Switch: {
        const std::string low = folded(value);
        return low == "true" || low == "false" ? "" : "must be \"true\" or \"false\"";
    }
    case ValueKind::Whole: {
        const bool digits = value.find_first_not_of("0123456789", value.substr(0, 1) == "-" ? 1 : 0) == value.npos;
        return digits && parse_integer(value) ? "" : "must be a whole number in quotes";
    }
    case ValueKind::Word:
        break;
    }
    if (value.empty()) {
        return "must not be empty";
    }
    return value.front() == ' ' || value.back() == ' ' ? "must not begin or end with a blank" : "";
}

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

std::string_view catalog_value_fault(std::string_view folded_key, std::string_view value) {
    for (const KindOf& known : kCatalogKinds) {
        if (folded_key == known.key) {
            return kind_fault(known.kind, value);
        }
    }
    return kind_fault(ValueKind::Word, value);
}

std::string_view table_value_fault(std::string_view key, std::string_view value) {
    for (const KindOf& known : kTableKinds) {
        if (key == known.key) {
            return kind_fault(known.kind, value);
        }
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
