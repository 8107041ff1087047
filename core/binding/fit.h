#pragma once

/// \file
/// Whether what a path ends at fits an output column: the rules about types, widening, structs, and
/// what stands inside arrays and maps.

#include <string>
#include <unordered_map>

#include "binding/findings.h"
#include "binding/names.h"
#include "weir/binding.h"

namespace weir::binding {

/// How a value gets into an output column.
enum class Fit : std::uint8_t {
    Broken,   ///< not at all; a finding says why
    Silent,   ///< a type on one side could not be read; a finding has said so
    Same,     ///< as it is
    Wider,    ///< a scalar, widened
    Reshaped, ///< a struct with other fields, another order, or wider scalars inside
};

/// Where an output's value comes from, for the notes of findings.
struct Origin {
    Place entry;    ///< the mapping entry; not known when read by name
    Place declared; ///< where the contract declares what the path ends at
};

class Fitter {
  public:
    Fitter(const Contract& contract, Findings& findings, FieldIndex& fields)
        : columns_(contract.columns), findings_(findings), fields_(fields) {}

    /// Judges `output` against `source`, which the contract reaches by `path`. Requiredness of the two
    /// columns themselves is not looked at; that of everything inside them is.
    [[nodiscard]] Fit judge(ColumnId output, ColumnId source, const std::string& path, const Origin& origin);

    /// What judge said about an output, or a field of one, that is a struct.
    [[nodiscard]] Fit struct_fit(ColumnId output) const;
    /// A Reshaped struct that one CAST of the whole source column makes.
    [[nodiscard]] bool casts_whole(ColumnId output) const;

  private:
    struct StructFit {
        Fit fit = Fit::Broken;
        bool cast_whole = false;
    };

    [[nodiscard]] Fit judge_column(ColumnId output, ColumnId source, const Origin& origin);
    [[nodiscard]] Fit judge_struct(ColumnId output, ColumnId source, const Origin& origin);
    [[nodiscard]] Fit judge_inside(ColumnId output, ColumnId source, const Origin& origin);
    [[nodiscard]] Fit judge_inner_struct(ColumnId output, ColumnId source, const Origin& origin);
    [[nodiscard]] Fit judge_inner_child(ColumnId output, ColumnId source, std::string_view step, bool is_map_value,
                                        const Origin& origin);
    void refuse_type(ColumnId output, ColumnId source, const Origin& origin);
    void refuse_inner_type(ColumnId output, ColumnId source, const Origin& origin);
    void relate(Finding& finding, ColumnId source, const Origin& origin) const;

    const Columns& columns_;
    Findings& findings_;
    FieldIndex& fields_;
    /// The path to the source column being judged.
    std::string path_;
    std::unordered_map<ColumnId, StructFit> structs_;
};

/// `decimal(10,2) or a decimal with more digits at the same scale`: what may be written for `source`.
[[nodiscard]] std::string allowed_types(const Column& source);

} // namespace weir::binding
