#pragma once

/// \file
/// The sections of a contract's page. Each writes nothing when it has nothing to say, and says whether it did.

#include <optional>

#include "preview/html.h"
#include "preview/lineage.h"
#include "preview/veil.h"
#include "report/changes.h"
#include "weir/preview.h"

namespace weir {

/// What the sections of one page share.
struct PageContext {
    const PreviewPair& pair;
    const Veil& veil;
    const PreviewLimits& limits;

    [[nodiscard]] const Contract* base() const { return pair.base == nullptr ? nullptr : pair.base->contract; }
    [[nodiscard]] const Contract* head() const { return pair.head == nullptr ? nullptr : pair.head->contract; }
};

/// A text of the page's YAML view: the same file on both sides, as far as there are two.
struct FilePair {
    FileId base = Span::kNoFile;
    FileId head = Span::kNoFile;
};
/// Files that the page shows: the contract, then fragments whose texts differ. Contracts of files that moved belong
/// together whatever they are called; fragments by their names.
[[nodiscard]] std::vector<FilePair> files_of(const PageContext& context);

/// Where a page shows a place: `h0` for the head's text of the first file, `b0` for the base's; empty when it does not.
class Anchors {
  public:
    Anchors(const PageContext& context, const std::vector<FilePair>& files);
    [[nodiscard]] std::string of(bool head, FileId file) const;

  private:
    std::vector<std::string> base_; ///< by file
    std::vector<std::string> head_;
};

/// `file:line:column` as a link to the line, where the page shows it.
void write_location(Html& html, const PageContext& context, const Anchors& anchors, bool head, Span at);

bool write_changes(Html& html, const PageContext& context, const Anchors& anchors);
/// Notes stand on no page: every contract has some, and `weir validate --notes` tells them. That a list is cut does.
[[nodiscard]] inline bool is_on_page(const Finding& finding) {
    return finding.severity() != Severity::Info || finding.code == Code::findings_cut;
}
bool write_findings(Html& html, const PageContext& context, const Anchors& anchors);
bool write_cost(Html& html, const PageContext& context);
bool write_lineages(Html& html, const PageContext& context);
bool write_sql(Html& html, const PageContext& context);
bool write_texts(Html& html, const PageContext& context, const Anchors& anchors, const std::vector<FilePair>& files);

/// The picture of one build, and its table.
void write_lineage(Html& html, const Veil& veil, const Lineage& lineage, const PreviewLimits& limits,
                   std::size_t number);

/// Builds of both sides that belong together, by id, else by the expose they write.
struct BuildPair {
    const BuildPlan* base = nullptr;
    const BuildPlan* head = nullptr;
};
[[nodiscard]] std::vector<BuildPair> builds_of(const PageContext& context);

/// The frame that all pages share.
void write_head(Html& html, std::string_view title);
void write_foot(Html& html, std::string_view version);

} // namespace weir
