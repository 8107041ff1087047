#include <array>
#include <exception>

#include <fmt/format.h>

#include "facade/answers.h"
#include "report/json_writer.h"

namespace weir {

namespace {

/// An op of weir_call by its name.
struct Op {
    std::string_view name;
    Answer (*answer)(const Request&);
};

constexpr std::array kOps = {
    Op{"compile", answer_compile},   Op{"complete", answer_complete}, Op{"definition", answer_definition},
    Op{"diff", answer_diff},         Op{"explain", answer_explain},   Op{"hover", answer_hover},
    Op{"validate", answer_validate},
};

/// What nobody waits for at a key stroke: weir-core.wasm leaves these to weir-full.wasm.
constexpr std::array kOtherOps = {
    Op{"bundle", answer_bundle}, Op{"deploy", answer_deploy}, Op{"format", answer_format}, Op{"grants", answer_grants},
    Op{"policy", answer_policy}, Op{"rename", answer_rename}, Op{"schema", answer_schema},
};

/// Ops that are known, and not answered by this version.
constexpr std::array<std::string_view, 1> kLaterOps = {"odcs"};

Answer answer_core_op(const Request& request) {
    for (const Op& op : kOps) {
        if (op.name == request.op) {
            return op.answer(request);
        }
    }
    return failed("op-unknown", "op must be validate, diff, compile, explain, complete, hover or definition; the full "
                                "module answers others");
}

std::string write_answer(const Answer& answer) {
    JsonWriter json;
    json.begin_object();
    json.member("ok", !answer.error && answer.need.empty());
    if (answer.error) {
        json.key("error");
        json.begin_object();
        json.member("code", answer.error->code);
        json.member("message", answer.error->message);
        json.end_object();
    } else if (!answer.need.empty()) {
        json.key("need");
        json.begin_array();
        for (const std::string& name : answer.need) {
            json.string(name);
        }
        json.end_array();
    } else {
        std::string_view result = answer.result;
        while (result.ends_with('\n')) {
            result.remove_suffix(1);
        }
        json.key("result");
        json.raw(result);
    }
    json.end_object();
    return json.take();
}

} // namespace

Answer answer_op(const Request& request) {
    for (const Op& op : kOtherOps) {
        if (op.name == request.op) {
            return op.answer(request);
        }
    }
    for (const std::string_view later : kLaterOps) {
        if (later == request.op) {
            return failed("op-unavailable", fmt::format("{} is not available in this version", later));
        }
    }
    Answer answer = answer_core_op(request);
    if (answer.error && answer.error->code == "op-unknown") {
        answer.error->message =
            "op must be validate, diff, compile, deploy, bundle, grants, policy, explain, schema, complete, "
            "hover, definition, rename or format";
    }
    return answer;
}

std::string answer_call(std::string_view text, Answer (*answer)(const Request&)) {
    try {
        Request request;
        if (auto problem = read_request(text, request)) {
            return write_answer(failed(problem->code, problem->message));
        }
        return write_answer(answer(request));
    } catch (const std::exception&) {
        return R"({"ok":false,"error":{"code":"internal","message":"the request could not be answered"}})";
    }
}

std::string weir_call(std::string_view request) {
    return answer_call(request, answer_op);
}

std::string core_call(std::string_view request) {
    return answer_call(request, answer_core_op);
}

} // namespace weir
