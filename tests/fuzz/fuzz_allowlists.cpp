// Any host, any names and any lists: the judge answers, adding what it says to add leaves only what nothing can
// allow, and nothing of the lists steers a terminal. The input is a line for the catalog's URL, the broker, the image,
// the context and the own SQL, then one for each of the eight lists.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "require.h"
#include "weir/facade.h"
#include "weir/policy.h"

namespace {

using nlohmann::json;

constexpr const char* kContract = R"({"fluidVersion":"0.7.7","kind":"DataProduct","id":"p.q","name":"n",
"metadata":{"owner":{"team":"t"}},"builds":[{"id":"b","engine":"flink","pattern":"embedded-logic","outputs":["o"],
"execution":{"trigger":{"type":"continuous"},"runtime":{"platform":"kubernetes"}},"properties":{"language":"flink_sql",
"stream":{"kind":"kafka","topic":"t","format":"json","schema":[{"name":"a","type":"string"}]},
"parameters":{"flink":{"management":"operator","source":{"bootstrapServers":"k:1","groupId":"g"},
"deployment":{"name":"d","namespace":"ns","context":"c","serviceAccount":"sa","image":"i",
"checkpointUri":"s3://b/c","savepointUri":"s3://b/s","haUri":"s3://b/h","secretRefs":["s"]}}}}}],
"exposes":[{"exposeId":"o","kind":"table","binding":{"platform":"other","format":"iceberg","location":{"catalog":"rest",
"uri":"u","warehouse":"s3://b/w","namespace":"n","table":"t","catalogAuth":{"type":"bearer","tokenEnv":"TOKEN"}}},
"contract":{"schema":[{"name":"a","type":"string"}]}}]})";

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < 13; ++i) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return lines;
}

json contract_of(const std::vector<std::string>& lines) {
    json contract = json::parse(kContract);
    json& properties = contract["builds"][0]["properties"];
    json& flink = properties["parameters"]["flink"];
    contract["exposes"][0]["binding"]["location"]["uri"] = lines[0];
    flink["source"]["bootstrapServers"] = lines[1];
    flink["deployment"]["image"] = lines[2] + "@sha256:" + std::string(64, 'a');
    flink["deployment"]["context"] = lines[3];
    if (!lines[4].empty()) {
        properties["sql"] = lines[4];
    }
    return contract;
}

std::string dump(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

json answer_of(const json& contract, const json& environment) {
    const std::string answer = weir::weir_call(
        dump({{"op", "policy"}, {"file", "c.json"}, {"files", {{"c.json", dump(contract)}}}, {"env", environment}}));
    for (const char byte : answer) {
        require(static_cast<unsigned char>(byte) >= 0x20, "an answer steers no terminal");
    }
    const json object = json::parse(answer, nullptr, false);
    require(object.is_object() && object.at("ok") == true, "the judge answers");
    return object.at("result");
}

void add(json& environment, const std::string& variable, const std::string& entry) {
    environment[variable] = environment.value(variable, "") + "," + entry;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::string> lines = lines_of({reinterpret_cast<const char*>(data), size});
    const json contract = contract_of(lines);
    json environment = json::object();
    for (std::size_t i = 0; i < weir::kAllowlists.size(); ++i) {
        environment[std::string(weir::kAllowlists[i])] = lines[5 + i];
    }
    const json result = answer_of(contract, environment);
    if (result.contains("contracts")) {
        return 0;
    }
    require(result.at("allowed") == result.at("refusals").empty(), "allowed is what nothing refuses");
    for (const json& refusal : result.at("refusals")) {
        if (!refusal.at("entry").is_null()) {
            add(environment, refusal.at("variable"), refusal.at("entry"));
        }
    }
    const json admitted = answer_of(contract, environment);
    for (const json& refusal : admitted.at("refusals")) {
        require(refusal.at("entry").is_null(), "an entry allows what it was proposed for");
    }
    require(result.at("needs") == answer_of(contract, json::object()).at("needs"), "needs know no lists");
    return 0;
}
