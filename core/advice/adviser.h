#pragma once

/// \file
/// What every file of this room shares: a build with what belongs to it, and the one way to give advice.

#include <string>
#include <string_view>
#include <vector>

#include "weir/advice.h"
#include "weir/cost.h"

namespace weir {

/// A managed build of a valid contract.
struct Advised {
    const Contract& contract;
    const BuildPlan& plan;
    const Build& build;
    const Expose& expose;
    DailyCost cost;
    std::vector<Finding>& findings;

    [[nodiscard]] const Document& document() const { return *contract.document; }
    [[nodiscard]] const Location& location() const { return *expose.binding->location; }

    /// Advice at a place of the contract.
    // NOLINTNEXTLINE(modernize-use-nodiscard): most callers have nothing to say beside it
    Finding& add(Code code, Place place, std::string_view what, std::string_view help) const;
    /// Names another place that has to do with it.
    static void relate(Finding& finding, const Document& document, std::string_view message, NodeId node);
};

/// `a, b, c and 4 more`: up to three of the names.
[[nodiscard]] std::string some_of(const std::vector<std::string>& names);

/// The letters and digits of a name as lower-case words: `orderId`, `order_id` and `order-id` are `order` and `id`.
[[nodiscard]] std::vector<std::string> words_of(std::string_view name);

void advise_on_job(const Advised& advised);     ///< checkpoints, state, event time, the topic
void advise_on_catalog(const Advised& advised); ///< how the job reaches catalog and storage
void advise_on_table(const Advised& advised);   ///< partitions, expiry, nested fields
void advise_on_values(const Advised& advised);  ///< what decoding does to records
/// Builds that read one topic under one consumer group.
void advise_on_groups(const Contract& contract, std::vector<Finding>& findings);

} // namespace weir
