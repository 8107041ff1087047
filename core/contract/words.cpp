#include "contract/words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "contract/context.h"
#include "weir/types.h"

namespace weir {

namespace {

struct ForeignRow {
    ObjectId object;
    std::string_view written; ///< letters and digits in lower case
    ForeignKey means;
};

constexpr std::string_view kSecretHelp =
    "A secret never stands in a contract. Put it into a Secret named in deployment.secretRefs, and the name of its "
    "variable into credentialEnv (oauth2: client_id:client_secret), tokenEnv (bearer), or usernameEnv and passwordEnv "
    "(basic).";
constexpr std::string_view kTypeParameters = "Write it in the type, such as decimal(18,2) or timestamp(3).";
constexpr std::string_view kOutputType = "Leave it out: the type of an output stands in the expose's contract.schema.";

constexpr ForeignRow kForeign[] = {
    {ObjectId::kLaneColumn, "items", {"element", {}}},
    {ObjectId::kLaneColumn, "elementtype", {"element", {}}},
    {ObjectId::kLaneColumn, "properties", {"fields", {}}},
    {ObjectId::kLaneColumn, "columns", {"fields", {}}},
    {ObjectId::kLaneColumn, "children", {"fields", {}}},
    {ObjectId::kLaneColumn, "schema", {"fields", {}}},
    {ObjectId::kLaneColumn, "valuetype", {"value", {}}},
    {ObjectId::kLaneColumn, "additionalproperties", {"value", {}}},
    {ObjectId::kLaneColumn, "keytype", {"key", {}}},
    {ObjectId::kLaneColumn, "doc", {"description", {}}},
    {ObjectId::kLaneColumn, "comment", {"description", {}}},
    {ObjectId::kLaneColumn, "nullable", {{}, "A column is optional unless it says required: true."}},
    {ObjectId::kLaneColumn, "optional", {{}, "A column is optional unless it says required: true."}},
    {ObjectId::kLaneColumn, "notnull", {{}, "Write required: true."}},
    {ObjectId::kLaneColumn, "precision", {{}, kTypeParameters}},
    {ObjectId::kLaneColumn, "scale", {{}, kTypeParameters}},
    {ObjectId::kLaneColumn, "length", {{}, "Leave it out: a bound on the length would not be enforced."}},
    {ObjectId::kLaneColumn, "maxlength", {{}, "Leave it out: a bound on the length would not be enforced."}},
    {ObjectId::kLaneColumn, "default", {{}, "Leave it out: a column has no default, a missing value is null."}},
    {ObjectId::kLaneColumn, "format", {{}, "Leave it out, and write the precise type: date, timestamp(3), binary."}},
    {ObjectId::kLaneColumn, "logicaltype", {{}, "Leave it out, and write the precise type: date, timestamp(3)."}},
    {ObjectId::kLaneColumn,
     "from",
     {{}, "Leave it out: what an output is read from stands in the build's properties.mapping.columns."}},
    {ObjectId::kStream, "columns", {"schema", {}}},
    {ObjectId::kStream, "fields", {"schema", {}}},
    {ObjectId::kStream, "valueschema", {"schema", {}}},
    {ObjectId::kStream, "valueformat", {"format", {}}},
    {ObjectId::kStream, "headers", {{}, "Write metadata, a list with {name: kafka_headers, from: headers}."}},
    {ObjectId::kStream, "keyformat", {{}, "Write key: {format: raw, schema: [{name: order_key, type: string}]}."}},
    {ObjectId::kStreamKey, "columns", {"schema", {}}},
    {ObjectId::kStreamKey, "fields", {"schema", {}}},
    {ObjectId::kStreamKey, "type", {{}, "Write schema: [{name: order_key, type: string}]."}},
    {ObjectId::kStreamKey, "name", {{}, "Write schema: [{name: order_key, type: string}]."}},
    {ObjectId::kStreamMetadata, "key", {"from", {}}},
    {ObjectId::kStreamMetadata, "metadata", {"from", {}}},
    {ObjectId::kStreamMetadata, "source", {"from", {}}},
    {ObjectId::kStreamMetadata, "required", {{}, "Leave it out: whether it may be null is fixed, like its type."}},
    {ObjectId::kMapping, "fields", {"columns", {}}},
    {ObjectId::kMapping, "mappings", {"columns", {}}},
    {ObjectId::kMapping, "unnest", {"explode", {}}},
    {ObjectId::kMapping, "filter", {{}, "A mapping keeps every record; a build's own SQL can filter."}},
    {ObjectId::kMapping, "where", {{}, "A mapping keeps every record; a build's own SQL can filter."}},
    {ObjectId::kMappingExplode, "column", {"path", {}}},
    {ObjectId::kMappingExplode, "array", {"path", {}}},
    {ObjectId::kMappingExplode, "field", {"path", {}}},
    {ObjectId::kMappingExplode, "from", {"path", {}}},
    {ObjectId::kMappingExplode, "alias", {"as", {}}},
    {ObjectId::kMappingExplode, "name", {"as", {}}},
    {ObjectId::kMappingColumn, "path", {"from", {}}},
    {ObjectId::kMappingColumn, "source", {"from", {}}},
    {ObjectId::kMappingColumn, "column", {"from", {}}},
    {ObjectId::kMappingColumn, "to", {"name", {}}},
    {ObjectId::kMappingColumn, "target", {"name", {}}},
    {ObjectId::kMappingColumn, "as", {"name", {}}},
    {ObjectId::kMappingColumn, "output", {"name", {}}},
    {ObjectId::kMappingColumn, "type", {{}, kOutputType}},
    {ObjectId::kMappingColumn, "required", {{}, kOutputType}},
    {ObjectId::kMappingColumn, "expression", {{}, "A mapping reads paths; expressions need the build's own SQL."}},
    {ObjectId::kMappingColumn, "sql", {{}, "A mapping reads paths; expressions need the build's own SQL."}},
    {ObjectId::kMappingColumn, "default", {{}, "Leave it out: what is missing is null."}},
    {ObjectId::kFlinkSource, "brokers", {"bootstrapServers", {}}},
    {ObjectId::kFlinkSource, "servers", {"bootstrapServers", {}}},
    {ObjectId::kFlinkSource, "group", {"groupId", {}}},
    {ObjectId::kFlinkSource, "consumergroup", {"groupId", {}}},
    {ObjectId::kFlinkSource, "registry", {"schemaRegistryUrl", {}}},
    {ObjectId::kFlinkSource, "registryurl", {"schemaRegistryUrl", {}}},
    {ObjectId::kFlinkSource, "schemaregistry", {"schemaRegistryUrl", {}}},
    {ObjectId::kFlinkSource, "startup", {"startupMode", {}}},
    {ObjectId::kFlinkSource, "autooffsetreset", {"startupMode", {}}},
    {ObjectId::kFlinkSource, "scanstartupmode", {"startupMode", {}}},
    {ObjectId::kFlinkSource,
     "securityprotocol",
     {{}, "Leave it out: Kafka's SASL and TLS settings are not supported."}},
    {ObjectId::kFlinkSource, "properties", {{}, "Leave it out: other Kafka settings are not passed on."}},
    {ObjectId::kEventTime, "field", {"column", {}}},
    {ObjectId::kEventTime, "name", {"column", {}}},
    {ObjectId::kEventTime, "delay", {"delaySeconds", {}}},
    {ObjectId::kEventTime, "watermarkdelay", {"delaySeconds", {}}},
    {ObjectId::kFlinkDeployment, "kubecontext", {"context", {}}},
    {ObjectId::kFlinkDeployment, "cluster", {"context", {}}},
    {ObjectId::kFlinkDeployment, "serviceaccountname", {"serviceAccount", {}}},
    {ObjectId::kFlinkDeployment, "secrets", {"secretRefs", {}}},
    {ObjectId::kFlinkDeployment, "envfrom", {"secretRefs", {}}},
    {ObjectId::kFlinkDeployment, "checkpointdir", {"checkpointUri", {}}},
    {ObjectId::kFlinkDeployment, "savepointdir", {"savepointUri", {}}},
    {ObjectId::kFlinkDeployment, "checkpointinterval", {"checkpointIntervalSeconds", {}}},
    {ObjectId::kFlinkDeployment, "cpu", {{}, "Write taskManager: {cpu: 1}, and jobManager in the same way."}},
    {ObjectId::kFlinkDeployment, "memory", {{}, "Write taskManager: {memory: 2g}, and jobManager in the same way."}},
    {ObjectId::kFlinkDeployment, "resources", {{}, "Write jobManager and taskManager: {cpu: 1, memory: 2g}."}},
    {ObjectId::kFlinkDeployment, "env", {{}, "Put variables into a Secret and its name into secretRefs."}},
    {ObjectId::kLaneLocation, "schema", {"namespace", {}}},
    {ObjectId::kLaneLocation, "tablename", {"table", {}}},
    {ObjectId::kLaneLocation, "catalogtype", {"catalog", {}}},
    {ObjectId::kLaneLocation, "vendedcredentials", {"credentialVending", {}}},
    {ObjectId::kLaneLocation, "name", {"table", {}}},
    {ObjectId::kLaneLocation, "path", {{}, "Leave it out: the catalog says where a table's files lie."}},
    {ObjectId::kLaneLocation, "bucket", {{}, "Write warehouse: s3://bucket/prefix."}},
    {ObjectId::kCatalogAuth, "clientid", {{}, kSecretHelp}},
    {ObjectId::kCatalogAuth, "clientsecret", {{}, kSecretHelp}},
    {ObjectId::kCatalogAuth, "credential", {{}, kSecretHelp}},
    {ObjectId::kCatalogAuth, "credentials", {{}, kSecretHelp}},
    {ObjectId::kCatalogAuth, "token", {{}, kSecretHelp}},
    {ObjectId::kCatalogAuth, "password", {{}, kSecretHelp}},
    {ObjectId::kCatalogAuth, "username", {{}, kSecretHelp}},
    {ObjectId::kCatalogAuth, "secret", {{}, kSecretHelp}},
    {ObjectId::kCatalogAuth, "tokenexchangeenabled", {"tokenExchange", {}}},
    {ObjectId::kCatalogAuth, "tokenrefreshenabled", {"tokenRefresh", {}}},
    {ObjectId::kCatalogAuth, "tokenuri", {"oauth2ServerUri", {}}},
    {ObjectId::kCatalogAuth, "tokenurl", {"oauth2ServerUri", {}}},
    {ObjectId::kCatalogAuth, "serveruri", {"oauth2ServerUri", {}}},
    {ObjectId::kLaneIcebergConfig, "formatversion", {"writeVersion", {}}},
    {ObjectId::kLaneIcebergConfig, "format", {"fileFormat", {}}},
    {ObjectId::kLaneIcebergConfig, "partitionby", {"partitionSpec", {}}},
    {ObjectId::kLaneIcebergConfig, "partitioning", {"partitionSpec", {}}},
    {ObjectId::kLaneIcebergConfig, "partitions", {"partitionSpec", {}}},
    {ObjectId::kLanePartitionField, "column", {"sourceColumn", {}}},
    {ObjectId::kLanePartitionField, "source", {"sourceColumn", {}}},
    {ObjectId::kLanePartitionField, "field", {"sourceColumn", {}}},
    {ObjectId::kLaneExposeContract, "columns", {"schema", {}}},
    {ObjectId::kLaneExposeContract, "fields", {"schema", {}}},
};

struct Sample {
    ObjectId object;
    std::string_view text;
};

constexpr Sample kSamples[] = {
    {ObjectId::kLaneColumn, "{name: order_id, type: string}"},
    {ObjectId::kLaneNestedColumn, "{type: string}"},
    {ObjectId::kStreamKey, "{format: raw, schema: [{name: order_key, type: string}]}"},
    {ObjectId::kStreamMetadata, "{name: kafka_offset, from: offset}"},
    {ObjectId::kMapping, "{columns: [{name: country, from: customer.country}]}"},
    {ObjectId::kMappingExplode, "{path: items, as: item}"},
    {ObjectId::kMappingColumn, "{name: country, from: customer.country}"},
    {ObjectId::kEventTime, "{column: event_time, delaySeconds: 5}"},
    {ObjectId::kJobManager, "{cpu: 1, memory: 2g}"},
    {ObjectId::kTaskManager, "{cpu: 1, memory: 2g, slots: 2}"},
    {ObjectId::kCatalogAuth, "{type: bearer, tokenEnv: ICEBERG_TOKEN}"},
    {ObjectId::kLanePartitionField, "{sourceColumn: country, transform: identity}"},
    {ObjectId::kBindingIcebergConfigPartitionSpec, "{sourceColumn: country, transform: identity}"},
    {ObjectId::kLaneTrigger, "{type: continuous}"},
    {ObjectId::kLaneRuntime, "{platform: kubernetes}"},
    {ObjectId::kLaneParameters, "{flink: {management: operator}}"},
    {ObjectId::kOwner, "{team: data-platform}"},
    {ObjectId::kColumn, "{name: order_id, type: string}"},
};

/// Letters and digits in lower case: `group.id`, `group_id` and `groupId` are one word.
std::string word_of(std::string_view key) {
    std::string word;
    for (const char c : folded(key)) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            word += c;
        }
    }
    return word;
}

/// Looks for a key through the objects of the lane.
class HomeSearch {
  public:
    explicit HomeSearch(std::string_view key) : key_(key) {}

    void look(ObjectId object, const std::string& path, std::uint32_t depth) {
        constexpr std::uint32_t kDeepest = 6;
        // Of the objects of every contract no build or expose is made of: objects.def lists the lane's last.
        if (object < ObjectId::kLaneBuild || depth > kDeepest ||
            std::find(seen_.begin(), seen_.end(), object) != seen_.end()) {
            return;
        }
        seen_.push_back(object);
        for (const KeyRule& rule : object_rule(object).keys) {
            if (rule.lane == Lane::Unenforced || (rule.shape == Shape::Any && rule.judged_later)) {
                continue;
            }
            const std::string here = path.empty() ? std::string(rule.name) : path + "." + std::string(rule.name);
            if (rule.name == key_) {
                ++hits_;
                home_ = here;
            }
            const ObjectId child = rule.lane_child != ObjectId::kNone ? rule.lane_child : rule.child;
            if (child != ObjectId::kNone) {
                look(child, here + (rule.shape == Shape::List ? "[]" : ""), depth + 1);
            }
        }
    }

    [[nodiscard]] std::string home() const { return hits_ == 1 ? home_ : std::string(); }

  private:
    std::string_view key_;
    std::string home_;
    std::size_t hits_ = 0;
    std::vector<ObjectId> seen_;
};

std::string lowered_name(std::string_view text) {
    std::string out = folded(text);
    std::replace(out.begin(), out.end(), '_', '-');
    std::replace(out.begin(), out.end(), ' ', '-');
    return out;
}

std::string without_blanks(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c != ' ') {
            out += c;
        }
    }
    return out;
}

/// `2Gi`, `2 GB`, `512mb`: Kubernetes' and people's units.
std::string memory_size(std::string_view text) {
    std::string out = folded(without_blanks(text));
    for (const std::string_view unit : {"ib", "b", "i"}) {
        if (out.size() > unit.size() && out.substr(out.size() - unit.size()) == unit) {
            out.resize(out.size() - unit.size());
            break;
        }
    }
    return out;
}

} // namespace

ForeignKey foreign_key(ObjectId object, std::string_view key) {
    constexpr std::size_t kLongest = 40;
    if (key.size() > kLongest) {
        return {};
    }
    const std::string word = word_of(key);
    const ObjectId looked = object == ObjectId::kLaneNestedColumn ? ObjectId::kLaneColumn : object;
    for (const ForeignRow& row : kForeign) {
        if (row.object == looked && row.written == word) {
            return row.means;
        }
    }
    for (const KeyRule& rule : object_rule(object).keys) {
        if (word_of(rule.name) == word) {
            return {rule.name, {}};
        }
    }
    return {};
}

std::string home_of(ObjectId top, std::string_view key) {
    HomeSearch search(key);
    search.look(top, {}, 0);
    return search.home();
}

std::string_view sample_of(ObjectId object) {
    for (const Sample& sample : kSamples) {
        if (sample.object == object) {
            return sample.text;
        }
    }
    return {};
}

std::string_view meant_text(std::string_view written, std::span<const std::string_view> texts) {
    if (texts.size() == 1) {
        return texts.front();
    }
    if (const std::string_view near = nearest(written, texts); !near.empty()) {
        return near;
    }
    constexpr std::size_t kShortest = 3;
    constexpr std::size_t kLongest = 40;
    if (written.size() < kShortest || written.size() > kLongest) {
        return {};
    }
    const std::string word = word_of(written);
    std::string_view meant;
    std::size_t hits = 0;
    for (const std::string_view text : texts) {
        const std::string other = word_of(text);
        const auto starts = [](std::string_view a, std::string_view b) { return a.substr(0, b.size()) == b; };
        const auto ends = [](std::string_view a, std::string_view b) {
            return a.size() >= b.size() && a.substr(a.size() - b.size()) == b;
        };
        if (word.size() >= kShortest && other.size() >= kShortest &&
            (starts(other, word) || ends(other, word) || starts(word, other))) {
            ++hits;
            meant = text;
        }
    }
    return hits == 1 ? meant : std::string_view{};
}

std::string mended(Pattern pattern, std::string_view text) {
    constexpr std::size_t kLongest = 1000;
    if (text.size() > kLongest) {
        return {};
    }
    std::string written;
    switch (pattern) {
    case Pattern::Memory:
        written = memory_size(text);
        break;
    case Pattern::DeploymentName:
    case Pattern::DeploymentNamespace:
    case Pattern::ServiceAccount:
    case Pattern::SecretName:
    case Pattern::Tag:
        written = lowered_name(text);
        break;
    case Pattern::Identifier:
        written = text;
        std::replace(written.begin(), written.end(), ' ', '-');
        break;
    default:
        break;
    }
    return written.empty() || !pattern_info(pattern).fault(written).empty() ? std::string() : written;
}

} // namespace weir
