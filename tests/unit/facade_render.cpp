// Kubernetes resources: what they say, that they are safe to apply, and their sizes.

#include <nlohmann/json.hpp>

#include "facade_deploy_support.h"

using namespace deploy_test;
using nlohmann::json;

namespace {

weir::FileSet edited(const std::string& from, const std::string& to) {
    weir::FileSet files = example();
    files[kExample].text = with(files[kExample].text, from, to);
    return files;
}

/// The example with more keys in its deployment.
weir::FileSet deployed_with(const std::string& keys) {
    return edited("deployment:\n", "deployment:\n" + keys);
}

weir::Deployment rendered(const weir::FileSet& files) {
    const weir::Checked found = checked(files);
    weir::Rendered out = weir::render(found.contract, found.plan);
    REQUIRE(out.problems.empty());
    REQUIRE(out.deployments.size() == 1);
    return out.deployments[0];
}

json spec_of(const weir::FileSet& files) {
    return json::parse(rendered(files).flink_deployment.json)["spec"];
}

} // namespace

TEST_CASE("the resources say what the contract says") {
    const weir::Deployment deployment = rendered(example());
    const json config_map = json::parse(deployment.config_map.json);
    const json flink = json::parse(deployment.flink_deployment.json);
    CHECK(deployment.config_map.name ==
          deployment.name + "-sql-" + deployment.job_digest.substr(std::string("sha256:").size(), 12));
    CHECK(config_map["metadata"]["name"] == deployment.config_map.name);
    CHECK(config_map["immutable"] == true);
    CHECK(weir::digest_of(config_map["data"]["job.json"].get<std::string>()) == deployment.job_digest);
    for (const json& object : {config_map, flink}) {
        const json& metadata = object["metadata"];
        CHECK(metadata["namespace"] == deployment.name_space);
        CHECK(metadata["labels"]["app.kubernetes.io/managed-by"] == "weir");
        CHECK(metadata["labels"]["app.kubernetes.io/name"] == deployment.name);
        CHECK(metadata["annotations"]["weir/product"] == "commerce.nested-events");
        CHECK(metadata["annotations"]["weir/build"] == "ingest-orders");
        CHECK_FALSE(metadata["annotations"].contains("weir/plan-digest"));
    }
    CHECK(flink["apiVersion"] == "flink.apache.org/v1beta1");
    CHECK(json::parse(flink["metadata"]["annotations"]["weir/applied-spec"].get<std::string>()) == flink["spec"]);
    CHECK(weir::canonical_json(deployment.flink_deployment.json) ==
          std::optional<std::string>(deployment.flink_deployment.json));
    CHECK(weir::canonical_json(deployment.config_map.json) == std::optional<std::string>(deployment.config_map.json));
}

TEST_CASE("the spec restarts from savepoints and keeps its state where the contract says") {
    const json spec = spec_of(example());
    const json& settings = spec["flinkConfiguration"];
    CHECK(settings["execution.checkpointing.interval"] == "60s");
    CHECK(settings["execution.checkpointing.mode"] == "EXACTLY_ONCE");
    CHECK(settings["execution.checkpointing.externalized-checkpoint-retention"] == "RETAIN_ON_CANCELLATION");
    CHECK(settings["high-availability.type"] == "kubernetes");
    CHECK_FALSE(settings.contains("s3.endpoint"));
    CHECK_FALSE(settings.contains("s3.path.style.access"));
    CHECK(spec["flinkVersion"] == "v1_20");
    CHECK(spec["job"]["upgradeMode"] == "savepoint");
    CHECK(spec["job"]["allowNonRestoredState"] == false);
    CHECK(spec["job"]["state"] == "running");
    CHECK(spec["job"]["parallelism"] == 1);
    CHECK(spec["job"]["jarURI"] == "local:///opt/flink/usrlib/weir-runner.jar");
    const json& pod = spec["podTemplate"]["spec"];
    const json& container = pod["containers"][0];
    const std::string mount = container["volumeMounts"][0]["mountPath"];
    CHECK(container["name"] == "flink-main-container");
    CHECK(spec["job"]["args"] == json::array({mount + "/job.json"}));
    CHECK(pod["volumes"][0]["configMap"]["name"] == rendered(example()).config_map.name);
    CHECK(pod["volumes"][0]["name"] == container["volumeMounts"][0]["name"]);
}

TEST_CASE("optional keys of a deployment arrive") {
    const std::string at = "            ";
    const json spec = spec_of(deployed_with(
        at + "parallelism: 4\n" + at + "checkpointIntervalSeconds: 30\n" + at + "state: suspended\n" + at +
        "stateEndpoint: http://minio:9000\n" + at + "statePathStyleAccess: true\n" + at +
        "jobManager: {cpu: 0.5, memory: 1g}\n" + at + "taskManager: {cpu: 2.50, memory: 4096m, slots: 2}\n"));
    CHECK(spec["job"]["parallelism"] == 4);
    CHECK(spec["job"]["state"] == "suspended");
    CHECK(spec["flinkConfiguration"]["execution.checkpointing.interval"] == "30s");
    CHECK(spec["flinkConfiguration"]["s3.endpoint"] == "http://minio:9000");
    CHECK(spec["flinkConfiguration"]["s3.path.style.access"] == "true");
    CHECK(spec["flinkConfiguration"]["taskmanager.numberOfTaskSlots"] == "2");
    CHECK(spec["jobManager"] == json::parse(R"({"replicas":1,"resource":{"cpu":0.5,"memory":"1g"}})"));
    CHECK(spec["taskManager"] == json::parse(R"({"resource":{"cpu":2.5,"memory":"4096m"}})"));
    const json plain = spec_of(example());
    CHECK(plain["jobManager"]["resource"] == json::parse(R"({"cpu":1,"memory":"2048m"})"));
}

TEST_CASE("comments, layout and suspension are not another job") {
    const weir::Deployment before = rendered(example());
    const weir::Deployment commented = rendered(edited("deployment:\n", "deployment: # where it runs\n"));
    CHECK(commented.flink_deployment.json == before.flink_deployment.json);
    CHECK(commented.config_map.json == before.config_map.json);
    const weir::Deployment suspended = rendered(deployed_with("            state: suspended\n"));
    CHECK(suspended.suspended);
    CHECK(suspended.config_map.json == before.config_map.json);
    CHECK(suspended.flink_deployment.json != before.flink_deployment.json);
    const weir::Deployment other = rendered(edited("table: orders\n", "table: orders2\n"));
    CHECK(other.config_map.name != before.config_map.name);
}

TEST_CASE("the placeholder image is told") {
    const std::string digest = "6b4f5e26abd757c270a13f10ec27b779f3ba2b81e5e2239856e0facc4cad11c9";
    CHECK_FALSE(rendered(example()).placeholder_image);
    CHECK(rendered(edited(digest, std::string(64, '0'))).placeholder_image);
    CHECK_FALSE(rendered(edited(digest, std::string(63, '0') + "1")).placeholder_image);
}

TEST_CASE("stamps name the plan and the bundle and leave the spec alone") {
    const weir::Resource resource = rendered(example()).flink_deployment;
    const json plain = json::parse(resource.json);
    json stamped = json::parse(weir::stamped(resource, "sha256:p", "sha256:b").json);
    CHECK(stamped["metadata"]["annotations"]["weir/plan-digest"] == "sha256:p");
    CHECK(stamped["metadata"]["annotations"]["weir/bundle-digest"] == "sha256:b");
    CHECK(stamped["spec"] == plain["spec"]);
    stamped["metadata"]["annotations"].erase("weir/plan-digest");
    stamped["metadata"]["annotations"].erase("weir/bundle-digest");
    CHECK(stamped == plain);
    CHECK_FALSE(json::parse(weir::stamped(resource, "sha256:p", "").json)["metadata"]["annotations"].contains(
        "weir/bundle-digest"));
}

TEST_CASE("what Kubernetes would not take is refused with its size") {
    // Descriptions are the documentation of columns in job.json.
    const weir::FileSet large =
        edited("        - name: event_id\n          type: string\n",
               "        - name: event_id\n          description: " + std::string(1'100'000, 'd') +
                   "\n          type: string\n");
    const weir::Checked found = checked(large);
    const weir::Rendered rendered = weir::render(found.contract, found.plan);
    REQUIRE(rendered.problems.size() == 1);
    CHECK(rendered.problems[0].code == "config-map-too-large");
    CHECK(rendered.problems[0].path == "builds[0]");
    CHECK(rendered.problems[0].message.find("and Kubernetes takes 1048576") != std::string::npos);

    std::string secrets;
    for (int i = 0; i < 1'300; ++i) {
        secrets += ", s" + std::to_string(i) + std::string(200, 'x');
    }
    const weir::Checked many = checked(edited("secretRefs: [flink-storage", "secretRefs: [flink-storage" + secrets));
    const weir::Rendered annotated = weir::render(many.contract, many.plan);
    REQUIRE(annotated.problems.size() == 1);
    CHECK(annotated.problems[0].code == "annotations-too-large");
    CHECK(annotated.problems[0].message.find("and Kubernetes takes 262144") != std::string::npos);
}

TEST_CASE("YAML keeps hostile texts in their place") {
    weir::Resource resource;
    resource.json = R"({"kind":"ConfigMap","data":{"a b":"x: y # z","block":"one\n two\n\nthree\n","no":"no",)"
                    R"("number":"017","empty":"","line":"a\nb","tail":"a \n","quote":"\"\\","esc":"\u001b[2J\u202e",)"
                    R"("tag":"\udb40\udc41","dash":"- a","uri":"s3://b/k","path":"/opt/x","list":[],"map":{},)"
                    R"("n":null,"t":true,"i":12,"s":"a:","items":[{"name":"x","b":[1,"two"]},"three",[4]]}})";
    const std::string yaml = weir::resource_yaml(resource);
    CHECK(yaml == "kind: ConfigMap\n"
                  "data:\n"
                  "  \"a b\": \"x: y # z\"\n"
                  "  block: |\n"
                  "    one\n"
                  "     two\n"
                  "\n"
                  "    three\n"
                  "  dash: \"- a\"\n"
                  "  empty: \"\"\n"
                  "  esc: \"\\u001B[2J\\u202E\"\n"
                  "  i: 12\n"
                  "  items:\n"
                  "    - name: x\n"
                  "      b:\n"
                  "        - 1\n"
                  "        - two\n"
                  "    - three\n"
                  "    -\n"
                  "      - 4\n"
                  "  line: \"a\\nb\"\n"
                  "  list: []\n"
                  "  map: {}\n"
                  "  \"n\": null\n"
                  "  \"no\": \"no\"\n"
                  "  number: \"017\"\n"
                  "  path: /opt/x\n"
                  "  quote: \"\\\"\\\\\"\n"
                  "  s: \"a:\"\n"
                  "  t: true\n"
                  "  tag: \"\\U000E0041\"\n"
                  "  tail: |\n"
                  "    a \n"
                  "  uri: s3://b/k\n");
}
