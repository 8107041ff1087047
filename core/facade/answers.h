#pragma once

/// \file
/// One function for each op of weir_call: the result's JSON, or what is missing, or why not.

#include <string>
#include <string_view>
#include <vector>

#include "facade/request.h"
#include "report/json_writer.h"
#include "weir/facade.h"

namespace weir {

struct Answer {
    std::string result; ///< JSON, empty when there is none
    std::vector<std::string> need;
    std::optional<CallError> error;
};

/// Checks the contract of a request and answers `{"schema", "file", "id", "valid", "findings", …}`, the rest being what
/// `more` writes; or what files are missing.
[[nodiscard]] Answer answer_checked(const Request& request,
                                    void (*more)(JsonWriter& json, const Request& request, const Checked& checked));
/// An answer that there is none.
[[nodiscard]] Answer failed(std::string code, std::string message);

/// Reads a request, has it answered and writes the answer. Never throws.
[[nodiscard]] std::string answer_call(std::string_view text, Answer (*answer)(const Request&));

/// Answers every op of weir_call.
[[nodiscard]] Answer answer_op(const Request& request);

using WriteChanges = std::string (*)(const Request& request, const Checked& base, const Checked& head,
                                     const ChangesReport& report);
/// Compares the request's contract with its baseline, waivers looked at, and has the result written.
[[nodiscard]] Answer answer_comparison(const Request& request, WriteChanges write);

[[nodiscard]] Answer answer_validate(const Request& request);
[[nodiscard]] Answer answer_diff(const Request& request);
[[nodiscard]] Answer answer_compile(const Request& request);
[[nodiscard]] Answer answer_policy(const Request& request);
[[nodiscard]] Answer answer_bundle(const Request& request);
[[nodiscard]] Answer answer_deploy(const Request& request);
[[nodiscard]] Answer answer_grants(const Request& request);
[[nodiscard]] Answer answer_explain(const Request& request);
[[nodiscard]] Answer answer_schema(const Request& request);
[[nodiscard]] Answer answer_complete(const Request& request);
[[nodiscard]] Answer answer_hover(const Request& request);
[[nodiscard]] Answer answer_definition(const Request& request);
[[nodiscard]] Answer answer_rename(const Request& request);
[[nodiscard]] Answer answer_format(const Request& request);

} // namespace weir
