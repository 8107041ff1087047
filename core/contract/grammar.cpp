// The tables put together, by number.

#include <array>

#include "contract/grammar_tables.h"

namespace weir {

namespace {

constexpr std::size_t kObjectCount = 1
#define WEIR_OBJECT(identifier) +1 // NOLINT(bugprone-macro-parentheses): a term of a sum
#include "weir/objects.def"
#undef WEIR_OBJECT
    ;
constexpr std::size_t kPatternCount = static_cast<std::size_t>(Pattern::TableName) + 1;

std::array<const ObjectRule*, kObjectCount> index_objects() {
    static constexpr ObjectRule kAnything{.id = ObjectId::kNone, .what = "this mapping", .keys = {}, .open = true};
    std::array<const ObjectRule*, kObjectCount> index{};
    index.fill(&kAnything);
    for (const auto objects :
         {general_root_objects(), general_describe_objects(), general_govern_objects(), general_build_objects(),
          general_airflow_objects(), general_acquire_objects(), general_expose_objects(), general_binding_objects(),
          lane_build_objects(), lane_stream_objects(), lane_expose_objects()}) {
        for (const ObjectRule& object : objects) {
            index[static_cast<std::size_t>(object.id)] = &object;
        }
    }
    return index;
}

std::string_view no_fault(std::string_view /*text*/) {
    return {};
}

std::array<const PatternInfo*, kPatternCount> index_patterns() {
    static constexpr PatternInfo kNone{Pattern::None, Code::value_form, no_fault, {}, {}, false};
    std::array<const PatternInfo*, kPatternCount> index{};
    index.fill(&kNone);
    for (const auto patterns : {general_patterns(), lane_patterns()}) {
        for (const PatternInfo& pattern : patterns) {
            index[static_cast<std::size_t>(pattern.pattern)] = &pattern;
        }
    }
    return index;
}

} // namespace

const ObjectRule& object_rule(ObjectId id) {
    static const auto kIndex = index_objects();
    return *kIndex[static_cast<std::size_t>(id)];
}

std::string_view object_name(ObjectId id) {
    static constexpr std::string_view kNames[] = {
        {},
#define WEIR_OBJECT(identifier) #identifier,
#include "weir/objects.def"
#undef WEIR_OBJECT
    };
    return kNames[static_cast<std::size_t>(id)];
}

std::span<const std::string_view> known_versions() {
    return find_key(object_rule(ObjectId::kRoot), "fluidVersion")->values;
}

const PatternInfo& pattern_info(Pattern pattern) {
    static const auto kIndex = index_patterns();
    return *kIndex[static_cast<std::size_t>(pattern)];
}

const KeyRule* find_key(const ObjectRule& object, std::string_view key) {
    for (const KeyRule& rule : object.keys) {
        if (rule.name == key) {
            return &rule;
        }
    }
    return nullptr;
}

} // namespace weir
