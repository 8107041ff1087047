#pragma once

/// \file
/// The statements that make `source_events`: one table on the topic, or, where the source must be
/// taken apart, raw tables and a view over them with exactly the contract's columns and types.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sql/names.h"
#include "sql/writer.h"
#include "weir/binding.h"

namespace weir {

inline constexpr std::string_view kSourceName = "source_events";
/// The table below the view, where one is enough.
inline constexpr std::string_view kRawTable = "weir_source";
/// The two tables below the view of a topic that is read twice.
inline constexpr std::string_view kKeyedTable = "weir_keyed";
inline constexpr std::string_view kKeylessTable = "weir_keyless";

class SourceWriter {
  public:
    SourceWriter(const Contract& contract, const BuildPlan& plan, ScriptWriter& out);

    void write();

  private:
    /// How a raw table reads the record key.
    enum class RawKey : std::uint8_t {
        None,
        Declared, ///< the key's own columns, in its own format
        OneText,  ///< the whole key in one text column
    };

    [[nodiscard]] bool converted(const SourceColumn& source) const;
    [[nodiscard]] bool is_event_time(const SourceColumn& source) const;
    /// The column that the table declares for this metadata: Flink takes each metadata key only once.
    [[nodiscard]] const SourceColumn& metadata_column(const SourceColumn& source) const {
        return *first_metadata_[static_cast<std::size_t>(source.metadata)];
    }
    [[nodiscard]] std::string raw_type(const Column& column, bool avro) const;

    void table(std::string_view name, RawKey key, std::string_view group_suffix);
    void columns(RawKey key);
    void metadata();
    void watermark();
    void options(RawKey key, std::string_view group_suffix);
    void key_options(RawKey key);
    void value_options();
    void json_options(std::string_view prefix);
    void avro_options(std::string_view prefix);
    void option(std::string_view key, std::string_view value, Place place = {});

    void view();
    void view_branch(std::string_view table, RawKey key);
    void view_column(const SourceColumn& source, RawKey key);
    void json_key(const SourceColumn& source);
    void json_key_text(std::string_view field, bool boolean);

    const Contract& contract_;
    const BuildPlan& plan_;
    const Build& build_;
    const Stream& stream_;
    ScriptWriter& out_;
    FreeNames names_;
    bool takes_apart_ = false;
    bool first_option_ = true;
    std::array<const SourceColumn*, 8> first_metadata_{}; ///< first column of each MetadataKey
    std::string key_text_;                                ///< column of RawKey::OneText
    std::string event_time_;                              ///< computed column of a converted event time; else empty
};

} // namespace weir
