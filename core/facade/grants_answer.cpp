#include "facade/answers.h"
#include "weir/grants.h"

namespace weir {

namespace {

void write_grants(JsonWriter& json, const Request& /*request*/, const Checked& checked) {
    const Grants missing = checked.valid() ? grants_of(checked.contract, false) : Grants();
    const Grants existing = checked.valid() ? grants_of(checked.contract, true) : Grants();
    json.key("grants");
    json.begin_array();
    for (std::size_t i = 0; i < missing.catalogs.size(); ++i) {
        json.begin_object();
        json.member("build", missing.catalogs[i].build);
        json.member("catalog", missing.catalogs[i].kind);
        json.member("runs", missing.catalogs[i].runs);
        json.member("script", missing.catalogs[i].script);
        json.member("existingTableScript", existing.catalogs[i].script);
        json.end_object();
    }
    json.end_array();
}

} // namespace

Answer answer_grants(const Request& request) {
    return answer_checked(request, write_grants);
}

} // namespace weir
