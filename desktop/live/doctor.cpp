#include "live/doctor.h"

#include <fmt/format.h>

#include "weir/catalogs.h"
#include "weir/doctor.h"
#include "weir/http_status.h"

namespace weir::live {

namespace {

class Examination {
  public:
    Examination(const Contract& contract, const Build& build, const Expose& expose, const HttpSettings& http,
                const Variables& variables)
        : contract_(contract), build_(build), expose_(expose), location_(*expose.binding->location),
          reader_(location_, http, variables) {}

    std::vector<Evidence> run() {
        if (signs_in() && is_configured()) {
            look_below();
        }
        for (Evidence& check : checks_) {
            check.build = build_.id.value;
            reader_.hide(check);
        }
        return std::move(checks_);
    }

  private:
    /// Adds the refusal, if it is one. \return whether to go on
    bool went_well(EvidenceKind kind, const std::optional<NoAnswer>& problem) {
        if (problem) {
            checks_.push_back(doctor_refusal(kind, location_, *problem));
        }
        return !problem;
    }

    bool signs_in() {
        if (!location_.catalog_auth) {
            return true;
        }
        if (!went_well(EvidenceKind::CatalogToken, reader_.authorize())) {
            return false;
        }
        checks_.push_back(judge_token(reader_.token_answer(), location_));
        return true;
    }

    bool is_configured() {
        const std::optional<NoAnswer> problem = reader_.configure();
        if (went_well(EvidenceKind::CatalogConfig, problem)) {
            checks_.push_back(judge_config(reader_.config_answer()));
            checks_.push_back(judge_endpoints(reader_.config_answer()));
            return true;
        }
        const bool elsewhere = problem->why == NoAnswer::Why::NotUnderstood ||
                               (problem->why == NoAnswer::Why::Status && problem->status == http_status::kNotFound &&
                                problem->type.empty());
        if (elsewhere) {
            look_around();
        }
        return false;
    }

    /// There is no catalog at the contract's address: is there one beside it?
    void look_around() {
        for (const std::string& address : likely_addresses(location_)) {
            if (reader_.is_catalog(address)) {
                checks_.back().help =
                    fmt::format("There is an Iceberg REST catalog at {}: write that as uri.", address);
                return;
            }
        }
    }

    void look_below() {
        const LoadedTable space = reader_.own_namespace();
        if (went_well(EvidenceKind::CatalogNamespace, space.problem)) {
            const LoadedTable all = reader_.namespaces();
            checks_.push_back(
                judge_namespace(all.answer, all.problem && all.problem->why == NoAnswer::Why::Status, location_));
        }
        const LoadedTable table = reader_.load();
        if (!went_well(EvidenceKind::CatalogTable, table.problem)) {
            return;
        }
        Evidence loaded;
        loaded.kind = EvidenceKind::CatalogTable;
        loaded.ok = true;
        loaded.message =
            fmt::format("the table {}.{} may be loaded", location_.name_space.value, location_.table.value);
        checks_.push_back(std::move(loaded));
        checks_.push_back(judge_table(table.answer, contract_, expose_, 0, 0).schema);
        look_at_storage(table.answer);
    }

    void look_at_storage(const std::string& table) {
        reader_.ask_for_keys();
        const bool asks = !value_of(location_, kCredentialVending).value.empty();
        const LoadedTable with_keys = asks ? reader_.load() : LoadedTable{std::nullopt, table};
        if (went_well(EvidenceKind::CatalogStorage, with_keys.problem)) {
            checks_.push_back(judge_storage(with_keys.answer, location_));
        }
    }

    const Contract& contract_;
    const Build& build_;
    const Expose& expose_;
    const Location& location_;
    CatalogReader reader_;
    std::vector<Evidence> checks_;
};

} // namespace

std::vector<Evidence> examine(const Contract& contract, const HttpSettings& http, const Variables& variables) {
    std::vector<Evidence> all;
    for (const Build& build : contract.builds) {
        const Expose* expose = contract.written_by(build);
        if (!build.managed || expose == nullptr || !expose->binding || !expose->binding->location) {
            continue;
        }
        for (Evidence& check : Examination(contract, build, *expose, http, variables).run()) {
            all.push_back(std::move(check));
        }
    }
    return all;
}

} // namespace weir::live
