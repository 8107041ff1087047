#include <array>

#include "facade/editor_ops.h"
#include "weir/grammar.h"
#include "weir/schema.h"

namespace weir {

namespace {

Answer answer_schema(const Request& request) {
    const FragmentChoice fragment =
        choose_fragment(request.fragment, request.fragment.empty() ? std::string_view{} : kLaneVersion);
    if (!fragment.code.empty()) {
        Answer refused;
        refused.error = CallError{fragment.code, fragment.message};
        return refused;
    }
    Answer answer;
    answer.result = json_schema(fragment.kind);
    return answer;
}

constexpr std::array kEditorOps = {
    Op{"complete", answer_complete},
    Op{"definition", answer_definition},
    Op{"hover", answer_hover},
    Op{"schema", answer_schema},
};

} // namespace

std::span<const Op> editor_ops() {
    return kEditorOps;
}

} // namespace weir
