#include "schema/further.h"

namespace weir {

namespace {

// Children of columns, where the type is spelt as Weir prints it; other spellings are left to Weir.
constexpr std::string_view kStruct =
    R"({"if":{"properties":{"type":{"enum":["struct","row","record"]}},"required":["type"]},"then":{"required":["fields"],)"
    R"("properties":{"fields":{"minItems":1},"element":false,"key":false,"value":false}}})";
constexpr std::string_view kArray =
    R"({"if":{"properties":{"type":{"const":"array"}},"required":["type"]},"then":{"required":["element"],)"
    R"("properties":{"fields":false,"key":false,"value":false}}})";
constexpr std::string_view kMap =
    R"({"if":{"properties":{"type":{"const":"map"}},"required":["type"]},"then":{"required":["key","value"],)"
    R"("properties":{"fields":false,"element":false}}})";
constexpr std::string_view kScalar =
    R"({"if":{"properties":{"type":{"enum":["string","boolean","int","long","float","double","date","binary",)"
    R"("timestamp","timestamp_ltz"]}},"required":["type"]},)"
    R"("then":{"properties":{"fields":false,"element":false,"key":false,"value":false}}})";

// Paths of a mapping, and names of outputs with dots.
constexpr std::string_view kExplodePath =
    R"({"properties":{"path":{"pattern":"^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*|\\['([^'\\x00-\\x1F\\x7F]|'')*'\\])*$"}}})";
constexpr std::string_view kMappingPath =
    R"({"properties":{"from":{"pattern":"^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*|\\['([^'\\x00-\\x1F\\x7F]|'')*'\\])*$"},)"
    R"("name":{"pattern":"^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$"}}})";

constexpr FurtherRule kRules[] = {
    // Of every contract
    {ObjectId::kMetadata,
     R"({"if":{"properties":{"layer":{"type":"string","pattern":"^[Bb][Rr][Oo][Nn][Zz][Ee]$"}},"required":["layer"]},)"
     R"("then":{"properties":{"productType":{"not":{"enum":["ADP","CDP"]}}}}})"},
    {ObjectId::kMetadata,
     R"({"if":{"properties":{"layer":{"type":"string","pattern":"^[Ss][Ii][Ll][Vv][Ee][Rr]$"}},"required":["layer"]},)"
     R"("then":{"properties":{"productType":{"not":{"enum":["SDP","CDP"]}}}}})"},
    {ObjectId::kMetadata,
     R"({"if":{"properties":{"layer":{"type":"string","pattern":"^[Gg][Oo][Ll][Dd]$"}},)"
     R"("required":["layer"]},"then":{"properties":{"productType":{"not":{"enum":["SDP","ADP"]}}}}})"},
    {ObjectId::kExposeContract, R"({"anyOf":[{"required":["schema"]},{"required":["openapiRef"]}]})"},
    {ObjectId::kTrigger,
     R"({"if":{"properties":{"type":{"const":"continuous"}},"required":["type"]},"then":{"properties":)"
     R"({"cron":false,"schedule":false,"datasets":false,"event":false,"timetable":false}}})"},

    // Of managed contracts
    {ObjectId::kRoot, R"({"properties":{"kind":{"not":{"const":"MLPipeline"}},"build":false}})", true},
    {ObjectId::kLaneBuild, R"({"properties":{"outputs":{"minItems":1,"maxItems":1}}})"},
    {ObjectId::kLaneProperties, R"({"not":{"required":["mapping","sql"]}})"},
    {ObjectId::kJobManager, R"({"properties":{"cpu":{"exclusiveMinimum":0}}})"},
    {ObjectId::kTaskManager, R"({"properties":{"cpu":{"exclusiveMinimum":0}}})"},
    {ObjectId::kStreamKey, R"({"if":{"properties":{"format":{"const":"raw"}},"required":["format"]},)"
                           R"("then":{"properties":{"schema":{"maxItems":1}}}})"},
    {ObjectId::kMappingExplode, kExplodePath},
    {ObjectId::kMappingColumn, kMappingPath},
    {ObjectId::kLaneColumn, kStruct},
    {ObjectId::kLaneColumn, kArray},
    {ObjectId::kLaneColumn, kMap},
    {ObjectId::kLaneColumn, kScalar},
    {ObjectId::kLaneNestedColumn, kStruct},
    {ObjectId::kLaneNestedColumn, kArray},
    {ObjectId::kLaneNestedColumn, kMap},
    {ObjectId::kLaneNestedColumn, kScalar},
    {ObjectId::kLaneLocation, R"({"anyOf":[{"required":["namespace"]},{"required":["database"]}]})"},
    {ObjectId::kLaneLocation,
     R"({"if":{"required":["catalogAuth"]},"then":{"properties":{"uri":{"pattern":"^(?!http://).*"},)"
     R"("catalogAuth":{"properties":{"oauth2ServerUri":{"pattern":"^(?!http://).*"}}}}}})"},
    {ObjectId::kCatalogAuth,
     R"({"if":{"properties":{"type":{"const":"oauth2"}},"required":["type"]},"then":{"required":)"
     R"(["credentialEnv","oauth2ServerUri","scope"],"properties":{"tokenEnv":false,"usernameEnv":false,)"
     R"("passwordEnv":false}}})"},
    {ObjectId::kCatalogAuth,
     R"({"if":{"properties":{"type":{"const":"bearer"}},"required":["type"]},"then":{"required":["tokenEnv"],)"
     R"("properties":{"credentialEnv":false,"oauth2ServerUri":false,"scope":false,"audience":false,"resource":false,)"
     R"("usernameEnv":false,"passwordEnv":false}}})"},
    {ObjectId::kCatalogAuth,
     R"({"if":{"properties":{"type":{"const":"basic"}},"required":["type"]},"then":{"required":["usernameEnv",)"
     R"("passwordEnv"],"properties":{"credentialEnv":false,"oauth2ServerUri":false,"scope":false,"audience":false,)"
     R"("resource":false,"tokenEnv":false,"tokenExchange":false,"tokenRefresh":false}}})"},
    {ObjectId::kLaneLocation,
     R"({"if":{"properties":{"catalog":{"enum":["polaris","gravitino","lakekeeper","unity"]}},"required":["catalog"]},)"
     R"("then":{"properties":{"warehouse":{"not":{"pattern":"://"}}}}})"},
    {ObjectId::kLaneLocation,
     R"({"if":{"anyOf":[{"not":{"required":["catalog"]}},{"properties":{"catalog":{"const":"rest"}}}]},)"
     R"("then":{"properties":{"warehouse":{"pattern":"://"}}}})"},
    {ObjectId::kLaneLocation,
     R"({"if":{"properties":{"catalog":{"enum":["polaris","lakekeeper","nessie","unity"]}},"required":["catalog"]},)"
     R"("then":{"properties":{"catalogAuth":{"properties":{"type":{"not":{"const":"basic"}}}}}}})"},
    {ObjectId::kLaneIcebergConfig, R"({"properties":{"writeVersion":{"minimum":2,"maximum":2}}})"},
};

} // namespace

std::span<const FurtherRule> further_rules() {
    return kRules;
}

} // namespace weir
