// Drift and pending changes over objects as a real API server gives them.

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "weir/drift.h"

using namespace weir;
using Tree = nlohmann::json;

namespace {

constexpr const char* kProduct = "commerce.orders";

Tree spec() {
    return Tree::parse(R"({"flinkVersion": "v1_20", "image": "r/flink@sha256:1",
        "flinkConfiguration": {"execution.checkpointing.interval": "60 s", "s3.endpoint": "https://s3.example.com"},
        "job": {"args": ["/opt/job.json"], "parallelism": 1, "state": "running"},
        "podTemplate": {"spec": {"containers": [{"name": "flink-main-container"}],
                                 "volumes": [{"name": "job", "configMap": {"name": "orders-sql-NAME"}}]}}})");
}

std::string job_name() {
    return "orders-sql-" + digest_of("{}").substr(7, 12);
}

Tree mounted_spec() {
    Tree made = spec();
    made["podTemplate"]["spec"]["volumes"][0]["configMap"]["name"] = job_name();
    return made;
}

/// The tree of fields that a manager owns, as the server writes it: lists of this resource are owned whole.
Tree owned(const Tree& value) {
    Tree tree = Tree::object();
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            tree["f:" + key] = owned(member);
        }
    }
    return tree;
}

Tree entry(const char* manager, const char* operation, const Tree& fields) {
    return {{"manager", manager}, {"operation", operation}, {"fieldsType", "FieldsV1"}, {"fieldsV1", owned(fields)}};
}

Tree live(const Tree& applied) {
    return {{"kind", "FlinkDeployment"},
            {"metadata",
             {{"name", "orders"},
              {"namespace", "data-products"},
              {"labels", {{"app.kubernetes.io/managed-by", "weir"}}},
              {"annotations", {{"weir/product", kProduct}, {"weir/applied-spec", applied.dump()}}},
              {"managedFields", Tree::array({entry("weir", "Apply", {{"spec", applied}})})}}},
            {"spec", applied}};
}

Tree config_map() {
    return {{"kind", "ConfigMap"},
            {"metadata",
             {{"name", job_name()},
              {"namespace", "data-products"},
              {"labels", {{"app.kubernetes.io/managed-by", "weir"}}},
              {"annotations", {{"weir/product", kProduct}}},
              {"managedFields", Tree::array({entry("weir", "Apply", {{"data", {{"job.json", "{}"}}}})})}}},
            {"immutable", true},
            {"data", {{"job.json", "{}"}}}};
}

Deployment deployment(const Tree& wanted) {
    Deployment made;
    made.build = "ingest";
    made.context = "development";
    made.name_space = "data-products";
    made.name = "orders";
    made.config_map = {"ConfigMap", job_name(), "data-products", config_map().dump()};
    made.flink_deployment = {"FlinkDeployment", "orders", "data-products", Tree{{"spec", wanted}}.dump()};
    return made;
}

LiveDiff compared(const Tree& wanted, const Tree& object, const Tree& map = config_map()) {
    const std::string object_text = object.dump();
    const std::string map_text = map.dump();
    return compare_live(deployment(wanted), kProduct, object_text,
                        map.is_null() ? std::nullopt : std::optional<std::string_view>(map_text));
}

std::string told(const LiveDiff& diff) {
    std::string text(live_state_name(diff.state));
    for (const FieldDifference& field : diff.fields) {
        text += fmt::format("; {} {} {} -> {} ({})", field.kind == FieldDifference::Kind::Drift ? "drift" : "pending",
                            field.path, field.live, field.desired, field.manager);
    }
    return text;
}

} // namespace

TEST_CASE("what was applied is a match", "[drift]") {
    CHECK(told(compared(mounted_spec(), live(mounted_spec()))) == "match");
}

TEST_CASE("a deployment that is not there is pending", "[drift]") {
    const LiveDiff diff = compare_live(deployment(mounted_spec()), kProduct, std::nullopt, std::nullopt);
    CHECK(diff.state == LiveState::Pending);
    CHECK(diff.fields.size() == 10);
}

TEST_CASE("a change of the contract is pending, and no drift", "[drift]") {
    Tree wanted = mounted_spec();
    wanted["job"]["parallelism"] = 4;
    CHECK(told(compared(wanted, live(mounted_spec()))) == "pending; pending spec.job.parallelism 1 -> 4 (weir)");
}

TEST_CASE("a change by hand is drift, with its owner", "[drift]") {
    Tree object = live(mounted_spec());
    object["spec"]["job"]["parallelism"] = 7;
    object["metadata"]["managedFields"][0]["fieldsV1"]["f:spec"]["f:job"].erase("f:parallelism");
    object["metadata"]["managedFields"].push_back(entry("hand", "Update", {{"spec", {{"job", {{"parallelism", 7}}}}}}));
    CHECK(told(compared(mounted_spec(), object)) == "drift; drift spec.job.parallelism 7 -> 1 (hand)");

    SECTION("beside a pending change, drift comes first") {
        Tree wanted = mounted_spec();
        wanted["image"] = "r/flink@sha256:2";
        CHECK(
            told(compared(wanted, object)) ==
            R"(drift; drift spec.job.parallelism 7 -> 1 (hand); pending spec.image "r/flink@sha256:1" -> "r/flink@sha256:2" (weir))");
    }
}

TEST_CASE("a field that somebody adds is drift", "[drift]") {
    Tree object = live(mounted_spec());
    object["spec"]["flinkConfiguration"]["a.b"] = "c";
    object["metadata"]["managedFields"].push_back(
        entry("hand", "Update", {{"spec", {{"flinkConfiguration", {{"a.b", "c"}}}}}}));
    CHECK(told(compared(mounted_spec(), object)) == R"(drift; drift spec.flinkConfiguration['a.b'] "c" ->  (hand))");
}

TEST_CASE("a field that nobody owns is drift with an unknown manager, whatever the managed fields say", "[drift]") {
    const auto [path, value, said] = GENERATE(table<const char*, const char*, const char*>({
        {"/mode", R"("native")", R"(drift spec.mode "native" ->  ())"},
        {"/job/allowNonRestoredState", "true", "drift spec.job.allowNonRestoredState true ->  ()"},
        {"/flinkConfiguration/a.b", R"("c")", R"(drift spec.flinkConfiguration['a.b'] "c" ->  ())"},
        {"/podTemplate/kind", R"("Job")", R"(drift spec.podTemplate.kind "Job" ->  ())"},
        {"/podTemplate/spec/hostNetwork", "true", "drift spec.podTemplate.spec.hostNetwork true ->  ()"},
        {"/podTemplate/spec/containers/1", R"({"name": "x", "image": "evil"})",
         R"(drift spec.podTemplate.spec.containers[x].image "evil" ->  ())"},
        {"/podTemplate/spec/initContainers", R"([{"name": "x", "image": "evil"}])",
         R"(drift spec.podTemplate.spec.initContainers[x].image "evil" ->  ())"},
        {"/podTemplate/spec/initContainers", R"([{"image": "evil"}])",
         R"(drift spec.podTemplate.spec.initContainers [{"image":"evil"}] ->  ())"},
        {"/jobManager", R"({"podTemplate": {"kind": "Pod"}})",
         R"(drift spec.jobManager.podTemplate.kind "Pod" ->  ())"},
    }));
    Tree object = live(mounted_spec());
    object["spec"][Tree::json_pointer(path)] = Tree::parse(value);
    for (const Tree& fields : {Tree::array(), Tree(), Tree::array({Tree::object()})}) {
        object["metadata"]["managedFields"] = fields;
        const LiveDiff diff = compared(mounted_spec(), object);
        CHECK_THAT(told(diff), Catch::StartsWith("drift; ") && Catch::Contains(said));
        CHECK_THAT(live_diff_json({diff}), Catch::Contains(R"("manager":null)"));
        CHECK_FALSE(differing_paths(deployment(mounted_spec()).flink_deployment.json, object.dump()).empty());
    }
}

TEST_CASE("no name makes a field pass for another", "[drift]") {
    Tree applied = mounted_spec();
    applied["podTemplate"]["spec"]["containers"][0]["env"] = Tree::parse(R"([{"name": "A", "valueFrom": {}}])");
    Tree object = live(applied);
    object["spec"]["podTemplate"]["spec"]["containers"][1] =
        Tree{{"name", "flink-main-container].env[A"}, {"valueFrom", Tree::object()}};
    CHECK(compared(applied, object).state == LiveState::Drift);
    CHECK(compared(applied, live(applied)).state == LiveState::Match);
}

TEST_CASE("the live specification is the rendered one, with nothing missing, other or added", "[drift]") {
    const std::string rendered = Tree{
        {"metadata",
         {{"labels", {{"app.kubernetes.io/managed-by", "weir"}}},
          {"annotations", {{"weir/product", kProduct}, {"weir/applied-spec", "{}"}}}}},
        {"spec", mounted_spec()}}.dump();
    const auto differs = [&](const Tree& object) { return differing_paths(rendered, object.dump()); };
    using Paths = std::vector<std::string>;
    Tree object = live(mounted_spec());
    object["metadata"]["labels"]["team"] = "x";
    object["metadata"]["annotations"]["example.com/note"] = "x";
    object["status"]["lifecycleState"] = "STABLE";
    object["spec"]["job"]["parallelism"] = 1.0;
    object["spec"]["podTemplate"].update(Tree{{"apiVersion", "v1"}, {"kind", "Pod"}});
    CHECK(differs(object).empty());
    object["spec"]["podTemplate"]["spec"]["initContainers"] = Tree::parse(R"([{"name": "x"}])");
    object["spec"]["flinkConfiguration"]["a"] = "b";
    object["spec"]["job"]["parallelism"] = 2;
    object["spec"]["job"].erase("state");
    CHECK(differs(object) == Paths{"spec.flinkConfiguration.a", "spec.job.parallelism", "spec.job.state",
                                   "spec.podTemplate.spec.initContainers[x].name"});
    object = live(mounted_spec());
    object["metadata"]["annotations"]["weir/product"] = "other.product";
    object["metadata"].erase("labels");
    CHECK(differs(object) ==
          Paths{"metadata.annotations['weir/product']", "metadata.labels['app.kubernetes.io/managed-by']"});
    CHECK(differing_paths(rendered, "{") == Paths{"(unreadable)"});
}

TEST_CASE("an object tells which it is", "[drift]") {
    const ObjectIdentity identity = identity_of(R"({"metadata": {"uid": "u-1", "generation": 3}})");
    CHECK((identity.uid == "u-1" && identity.generation == 3));
    for (const char* none : {"", "[]", "{}", R"({"metadata": {"uid": 1, "generation": -3}})"}) {
        CHECK((identity_of(none).uid.empty() && identity_of(none).generation == 0));
    }
}

TEST_CASE("what the operator writes back beside its finalizer is no drift", "[drift]") {
    Tree object = live(mounted_spec());
    const Tree added = {{"apiVersion", "v1"}, {"kind", "Pod"}};
    object["spec"]["podTemplate"].update(added);
    object["metadata"]["managedFields"].push_back(
        entry("fabric8-kubernetes-client", "Update", {{"spec", {{"podTemplate", added}}}}));
    CHECK(told(compared(mounted_spec(), object)) == "match");
    object["spec"]["podTemplate"]["kind"] = "Other";
    CHECK(compared(mounted_spec(), object).state == LiveState::Drift);
}

TEST_CASE("a field that somebody removes is drift", "[drift]") {
    Tree object = live(mounted_spec());
    object["spec"]["flinkConfiguration"].erase("s3.endpoint");
    object["metadata"]["managedFields"][0]["fieldsV1"]["f:spec"]["f:flinkConfiguration"].erase("f:s3.endpoint");
    CHECK(told(compared(mounted_spec(), object)) ==
          R"(drift; drift spec.flinkConfiguration['s3.endpoint']  -> "https://s3.example.com" ())");
}

TEST_CASE("a change inside a list that is owned whole names the list's owner", "[drift]") {
    Tree object = live(mounted_spec());
    object["spec"]["podTemplate"]["spec"]["containers"][0]["image"] = "evil";
    object["metadata"]["managedFields"][0]["fieldsV1"]["f:spec"]["f:podTemplate"]["f:spec"].erase("f:containers");
    object["metadata"]["managedFields"].push_back(
        {{"manager", "hand"},
         {"fieldsV1", Tree::parse(R"({"f:spec": {"f:podTemplate": {"f:spec": {"f:containers": {}}}}})")}});
    CHECK(told(compared(mounted_spec(), object)) ==
          R"(drift; drift spec.podTemplate.spec.containers[flink-main-container].image "evil" ->  (hand))");
}

TEST_CASE("the owner of a status is no owner of a field", "[drift]") {
    Tree object = live(mounted_spec());
    Tree status = entry("operator", "Update", {{"spec", {{"job", {{"parallelism", 1}}}}}});
    status["subresource"] = "status";
    object["metadata"]["managedFields"].push_back(status);
    object["spec"]["job"]["parallelism"] = 2;
    CHECK(compared(mounted_spec(), object).fields.at(0).manager == "weir");
}

TEST_CASE("the mounted ConfigMap is judged by its own name", "[drift]") {
    CHECK(mounted_config_map(live(mounted_spec()).dump()) == job_name());
    CHECK(mounted_config_map("{}").empty());

    Tree altered = config_map();
    altered["data"]["job.json"] = "{\"evil\": 1}";
    const LiveDiff diff = compared(mounted_spec(), live(mounted_spec()), altered);
    CHECK(diff.state == LiveState::Drift);
    CHECK(diff.fields.at(0).path == "ConfigMap " + job_name() + ": data['job.json']");
    CHECK_THAT(diff.message, Catch::Contains("holds another job.json"));

    Tree open = config_map();
    open.erase("immutable");
    CHECK_THAT(compared(mounted_spec(), live(mounted_spec()), open).message, Catch::Contains("no longer immutable"));
    CHECK_THAT(compared(mounted_spec(), live(mounted_spec()), Tree()).message, Catch::Contains("is gone"));

    Tree more = config_map();
    more["data"]["other"] = "x";
    CHECK_THAT(config_map_fault(deployment(mounted_spec()).config_map, more.dump()), Catch::Contains("holds more"));
    CHECK(config_map_fault(deployment(mounted_spec()).config_map, config_map().dump()).empty());
}

TEST_CASE("without a baseline, or of another owner, it is an error", "[drift]") {
    Tree object = live(mounted_spec());
    object["metadata"]["annotations"].erase("weir/applied-spec");
    CHECK(compared(mounted_spec(), object).code == "baseline-missing");
    object["metadata"]["annotations"]["weir/applied-spec"] = "not JSON";
    CHECK(compared(mounted_spec(), object).code == "baseline-missing");
    object["metadata"]["annotations"]["weir/product"] = "other.product";
    CHECK(compared(mounted_spec(), object).code == "object-not-ours");
    object["metadata"].erase("labels");
    CHECK_THAT(compared(mounted_spec(), object).message, Catch::Contains("has no label"));
    CHECK(compared(mounted_spec(), Tree::array()).code == "cluster-answer");
}

TEST_CASE("conflicts are the fields that others own with other values", "[drift]") {
    Tree object = live(mounted_spec());
    object["metadata"]["managedFields"].push_back(
        entry("hand", "Update", {{"spec", {{"image", "r/flink@sha256:1"}, {"job", {{"parallelism", 7}}}}}}));
    object["spec"]["job"]["parallelism"] = 7;
    const auto found = conflicts(Tree{{"spec", mounted_spec()}}.dump(), object.dump());
    REQUIRE(found.size() == 1);
    CHECK(field_json(found[0]) == R"({"path":"spec.job.parallelism","desired":1,"live":7,"manager":"hand"})");
    CHECK(field_text(found[0]) == "  spec.job.parallelism: 7 → 1 (live value set by hand)\n");
}

TEST_CASE("what applying changes is told without bookkeeping", "[drift]") {
    Tree after = live(mounted_spec());
    after["metadata"]["annotations"]["weir/applied-spec"] = "{}";
    after["spec"]["job"]["parallelism"] = 3;
    const auto found = effects(live(mounted_spec()).dump(), after.dump());
    REQUIRE(found.size() == 1);
    CHECK(found[0].path == "spec.job.parallelism");
    CHECK(effects(live(mounted_spec()).dump(), live(mounted_spec()).dump()).empty());
    CHECK(effects("", live(mounted_spec()).dump()).size() > 8);
}

TEST_CASE("what reads like a secret is not told", "[drift]") {
    Tree object = live(mounted_spec());
    object["spec"]["flinkConfiguration"]["s3.secret-key"] = "hunter2";
    object["spec"]["flinkConfiguration"]["note"] = "AKIAIOSFODNN7EXAMPLE";
    object["spec"]["podTemplate"]["spec"]["containers"][0]["env"] =
        Tree::parse(R"([{"name": "DB_PASSWORD", "value": "hunter2"}])");
    object["metadata"]["managedFields"].push_back(entry("hand", "Update", {{"spec", object["spec"]}}));
    const LiveDiff diff = compared(mounted_spec(), object);
    CHECK(diff.fields.size() == 4);
    const std::string text = live_diff_json({diff}) + live_diff_text({diff});
    CHECK_THAT(text, !Catch::Contains("hunter2") && !Catch::Contains("AKIAIOSFODNN7EXAMPLE"));
    CHECK_THAT(text, Catch::Contains("s3.secret-key"));
}

TEST_CASE("no value of an environment variable is told, whatever it is called", "[drift]") {
    for (const char* variables : {R"([{"name": "MODE", "value": "hunter2"}])", R"([{"value": "hunter2"}])",
                                  R"([{"name": "A", "value": "hunter2"}, {"name": "A", "value": {"b": "hunter2"}}])",
                                  R"([{"name": "value", "value": ["hunter2"]}])"}) {
        for (const char* list : {"containers", "initContainers"}) {
            Tree object = live(mounted_spec());
            Tree& containers = object["spec"]["podTemplate"]["spec"][list];
            containers = Tree::array({{{"name", "flink-main-container"}, {"env", Tree::parse(variables)}}});
            for (const bool named : {true, false}) {
                if (!named) {
                    containers.push_back(Tree{{"env", Tree::parse(variables)}});
                }
                const LiveDiff diff = compared(mounted_spec(), object);
                CHECK(diff.state == LiveState::Drift);
                const std::string text = live_diff_json({diff}) + live_diff_text({diff});
                CHECK_THAT(text, !Catch::Contains("hunter2") && Catch::Contains("********"));
            }
        }
    }
}

TEST_CASE("words of others are told without what reads like a secret", "[drift]") {
    const std::string said = quoted_words("no: https://svc:pa55word@db.example.com/x token ghp_0123456789abcdefABCDEF");
    CHECK_THAT(said, !Catch::Contains("pa55word") && !Catch::Contains("ghp_0") && Catch::StartsWith("no: "));
}

TEST_CASE("what a cluster answers does not steer a terminal, and depth is bounded", "[drift]") {
    Tree object = live(mounted_spec());
    object["spec"]["flinkConfiguration"]["\x1b[31mred"] = "\x1b[0m";
    object["metadata"]["managedFields"].push_back(entry("\x1b]0;x", "Update", {{"spec", object["spec"]}}));
    const LiveDiff diff = compared(mounted_spec(), object);
    CHECK(live_diff_text({diff}).find('\x1b') == std::string::npos);
    CHECK(live_diff_json({diff}).find('\x1b') == std::string::npos);

    for (const std::size_t depth : {900UL, 200'000UL, 3'000'000UL}) {
        const std::string deep = std::string(depth, '[') + std::string(depth, ']');
        const std::string hostile =
            R"({"kind": "FlinkDeployment", "metadata": {"labels": {"app.kubernetes.io/managed-by": "weir"},
            "annotations": {"weir/product": "commerce.orders", "weir/applied-spec": "{}"}}, "spec": {"a": )" +
            deep + "}}";
        CHECK(is_too_deep(hostile) == (depth > 1000));
        CHECK(compare_live(deployment(mounted_spec()), kProduct, hostile, std::nullopt).state ==
              (depth > 1000 ? LiveState::Error : LiveState::Drift));
        CHECK_FALSE(differing_paths(deployment(mounted_spec()).flink_deployment.json, hostile).empty());
        CHECK(effects(hostile, hostile).empty());
        CHECK(conflicts(deployment(mounted_spec()).flink_deployment.json, hostile).empty());
        Tree based = live(mounted_spec());
        based["metadata"]["annotations"]["weir/applied-spec"] = deep;
        CHECK(compared(mounted_spec(), based).code == "baseline-missing");
    }
}

TEST_CASE("the worst of several deployments counts", "[drift]") {
    LiveDiff match;
    match.state = LiveState::Match;
    LiveDiff pending;
    pending.state = LiveState::Pending;
    LiveDiff failed;
    failed.code = "cluster-unreachable";
    failed.message = "nobody there";
    CHECK(worst({match, pending}) == LiveState::Pending);
    CHECK(worst({pending, failed, match}) == LiveState::Error);
    CHECK_THAT(live_diff_json({match, failed}),
               Catch::Contains(R"("error":{"code":"cluster-unreachable","message":"nobody there"})"));
    CHECK(
        live_diff_json({match}) ==
        R"({"schema":1,"state":"match","fields":[],"deployments":[{"build":"","context":"","namespace":"","name":"","state":"match","message":""}]})"
        "\n");
}
