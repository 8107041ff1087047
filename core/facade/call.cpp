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
    Op{"bundle", answer_bundle},         Op{"compile", answer_compile},   Op{"complete", answer_complete},
    Op{"definition", answer_definition}, Op{"deploy", answer_deploy},     Op{"diff", answer_diff},
    Op{"explain", answer_explain},       Op{"hover", answer_hover},       Op{"policy", answer_policy},
    Op{"schema", answer_schema},         Op{"validate", answer_validate},
};

/// Ops that are known, and not answered by this version.
constexpr std::array<std::string_view, 2> kLaterOps = {"format", "odcs"};

Answer failed(std::string code, std::string message) {
    Answer answer;
    answer.error = CallError{std::move(code), std::move(message)};
    return answer;
}

Answer answer_request(std::string_view text) {
    Request request;
    if (auto problem = read_request(text, request)) {
        return failed(problem->code, problem->message);
    }
    for (const Op& op : kOps) {
        if (op.name == request.op) {
            return op.answer(request);
        }
    }
    for (const std::string_view later : kLaterOps) {
        if (later == request.op) {
            return failed("op-unavailable", fmt::format("{} is not available in this version", later));
        }
    }
    return failed(
        "op-unknown",
        "op must be validate, diff, compile, deploy, bundle, policy, explain, schema, complete, hover or definition");
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

std::string weir_call(std::string_view request) {
    try {
        return write_answer(answer_request(request));
    } catch (const std::exception&) {
        return R"({"ok":false,"error":{"code":"internal","message":"the request could not be answered"}})";
    }
}

} // namespace weir
