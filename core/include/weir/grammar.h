#pragma once

/// \file
/// The contract language as data: which keys an object may hold, what each value must look like, and
/// one line about each. One generic walk (contract/shape.cpp) checks a document against these tables;
/// an editor's JSON Schema and completion can be made from the same rows.
///
/// A contract is *managed* when a build is deployed by Weir (contract.md section 2). Rows that look
/// different there say so by `lane` and `lane_child`; everything else is the shape of fluidVersion 0.7.6.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "weir/finding.h"

namespace weir {

/// What kind of value a key takes.
enum class Shape : std::uint8_t {
    Any,
    String,
    Boolean,
    Integer,
    Number,
    Object,    ///< a mapping: KeyRule::child, or anything when that is ObjectId::kNone
    List,      ///< a list of KeyRule::item
    TextMap,   ///< a mapping from free keys to texts
    ObjectMap, ///< a mapping from free keys to KeyRule::child
    TextOrObject,
    TextOrInteger,
};

/// A rule about a text's form. Each has a row in the table behind pattern_info().
enum class Pattern : std::uint8_t {
    None,
    Identifier,
    Tag,
    Semver,
    Duration,
    Percent,
    Signature,
    Email,
    Link,
    GeneralEnvName,
    DbtAdapter,
    DagId,
    ProviderAction,
    EncryptionKey,
    SecretReference,
    RowFilterName,
    QualityId,
    ModelName,
    IamArn,
    Digest,
    ColumnName,
    Topic,
    KeyPrefix,
    BootstrapServers,
    Url,
    StateUri,
    Warehouse,
    WarehouseName,
    AnyWarehouse,
    EnvName,
    DeploymentName,
    DeploymentNamespace,
    ServiceAccount,
    SecretName,
    KubeContext,
    Image,
    Memory,
    CatalogNamespace,
    TableName,
};

struct PatternInfo {
    Pattern pattern;
    Code code;
    /// What is wrong with the text, as the rest of a sentence that starts with the key; empty when it
    /// is fine. Never quotes the text.
    std::string_view (*fault)(std::string_view text);
    /// What to write.
    std::string_view help;
    /// An ECMA-262 regular expression for editors. It takes every text that `fault` takes, and refuses as
    /// many of the others as an expression can.
    std::string_view regex;
    /// The text may hold a secret and is never shown.
    bool secret = false;
};

[[nodiscard]] const PatternInfo& pattern_info(Pattern pattern);

/// Names of the objects of the grammar.
enum class ObjectId : std::uint8_t {
    kNone,
#define WEIR_OBJECT(identifier) k##identifier,
#include "weir/objects.def"
#undef WEIR_OBJECT
};

/// Where a row applies.
enum class Lane : std::uint8_t {
    Both,
    ManagedOnly, ///< refused elsewhere, with a word about managed builds
    Unenforced,  ///< refused in a managed contract because nothing would enforce it
};

/// One key of an object.
struct KeyRule {
    std::string_view name;
    Shape shape = Shape::Any;
    /// Shape of a list's items.
    Shape item = Shape::Any;
    bool required = false;
    Lane lane = Lane::Both;
    /// The texts that the value, or each item of the list, may be. Empty: any.
    std::span<const std::string_view> values{};
    /// Form of the value, or of each item of the list.
    Pattern pattern = Pattern::None;
    /// The object in the value, in each item, or under each key.
    ObjectId child = ObjectId::kNone;
    /// The same in a managed contract, where it differs.
    ObjectId lane_child = ObjectId::kNone;
    /// Least and greatest number, inclusive.
    std::optional<std::int64_t> minimum{};
    std::optional<std::int64_t> maximum{};
    /// A text of no characters, or a list or mapping without items, is refused.
    bool not_empty = false;
    /// The items of a list differ.
    bool unique = false;
    /// A later stage judges the value with more to say; `values` and `pattern` serve editors only.
    bool judged_later = false;
    /// `values` are proposals: other texts may be fine too, of the form of `pattern` when there is one.
    bool proposals = false;
    std::string_view doc{};
};

/// An object: a mapping with known keys.
struct ObjectRule {
    ObjectId id = ObjectId::kNone;
    /// What messages call it: `a build`, `properties.stream`.
    std::string_view what;
    std::span<const KeyRule> keys;
    /// Unknown keys are fine.
    bool open = false;
};

[[nodiscard]] const ObjectRule& object_rule(ObjectId id);
/// The name of an object in objects.def, such as `StreamKey`.
[[nodiscard]] std::string_view object_name(ObjectId id);
/// The row of `key`, or null.
[[nodiscard]] const KeyRule* find_key(const ObjectRule& object, std::string_view key);

/// What one key of an object asks of the others.
struct Dependency {
    ObjectId object = ObjectId::kNone;
    std::string_view key;
    /// The text of `key` for which it asks; empty: whatever it is.
    std::string_view value;
    /// Keys that have to be there.
    std::span<const std::string_view> needs{};
    /// Keys of catalogAuth that belong to another type.
    std::span<const std::string_view> foreign{};
    /// A key that, if it is there, has this text.
    std::string_view fixed{};
    std::string_view fixed_value{};
};

[[nodiscard]] std::span<const Dependency> dependencies();

/// Versions of the contract language that Weir knows, the oldest first.
[[nodiscard]] std::span<const std::string_view> known_versions();
/// The version that has managed builds.
inline constexpr std::string_view kLaneVersion = "0.7.7";

/// Whether `text` is a key that Weir passes to the catalog (contract.md section 2, catalogProperties).
[[nodiscard]] bool is_catalog_property(std::string_view folded_key);
/// The keys and key prefixes (ending in `.`) that catalogProperties may hold.
[[nodiscard]] std::span<const std::string_view> catalog_property_keys();

} // namespace weir
