// Any bytes as the answer of a catalog, of Flink, of a cluster, of a token endpoint: evidence that can be told, on one
// line and without anything that steers a terminal; a prefix that stays in its path; a token that a header can carry.
#include <cstdint>
#include <string_view>

#include "require.h"
#include "weir/evidence.h"

namespace {

constexpr std::string_view kContract = R"yaml(fluidVersion: "0.7.7"
kind: DataProduct
id: a
name: a
metadata: {owner: {team: a}}
exposes:
  - exposeId: t
    kind: table
    contract:
      schema:
        - {name: id, type: string, required: true}
        - {name: amount, type: "decimal(18,2)"}
        - {name: at, type: "timestamp_ltz(3)"}
)yaml";

const weir::Contract& contract() {
    static const weir::ReadContract read = [] {
        weir::FileSet files;
        files["c.fluid.yaml"].text = kContract;
        return weir::read_contract(weir::read_document(files, "c.fluid.yaml", "").document);
    }();
    return read.contract;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view answer(reinterpret_cast<const char*>(data), size);
    constexpr std::int64_t kNow = 1'700'000'000'000;
    constexpr std::uint64_t kBudget = 300;
    const weir::Expose& expose = contract().exposes.front();
    const weir::TableEvidence table = weir::judge_table(answer, contract(), expose, kNow, kBudget);
    const weir::DeploymentSeen seen = weir::read_deployment(answer);
    require(seen.job_id.empty() || seen.job_id.size() == 32, "a job id is one");
    const std::vector<weir::Evidence> evidence = {weir::judge_checkpoint(answer, kNow, kBudget), table.schema,
                                                  table.snapshot, weir::judge_spec(seen, {}),
                                                  weir::judge_state(seen, false)};
    for (const weir::Evidence& piece : evidence) {
        require(piece.differences.size() <= weir::kMostDifferences, "differences are bounded");
        require(!piece.age_seconds || *piece.age_seconds <= kBudget || piece.ok == false, "what is old is a no");
    }
    for (const std::string& text : {weir::evidence_json(evidence), weir::evidence_text(evidence, {})}) {
        require(text.find('\x1b') == std::string::npos, "nothing steers a terminal");
    }
    require(weir::evidence_json(evidence).find('\n') + 1 == weir::evidence_json(evidence).size(), "one line");
    const weir::CatalogConfig config = weir::read_catalog_config(answer);
    require(!config.understood || config.prefix.find_first_of("?#\\ \n\r") == std::string::npos, "a prefix is a path");
    require(!config.understood || config.prefix.find("..") == std::string::npos, "and stays below");
    for (const char c : weir::read_access_token(answer)) {
        require(c > ' ' && c <= '~', "a token fits a header");
    }
    for (const char c : weir::error_type(answer)) {
        require((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_', "an error's name is a word");
    }
    return 0;
}
