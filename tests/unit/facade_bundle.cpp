// Bundles: made of a contract, read without trust.

#include <algorithm>

#include <nlohmann/json.hpp>

#include "facade_deploy_support.h"

using namespace deploy_test;
using nlohmann::json;
using weir::Bundle;
using weir::BundleMember;

namespace {

/// A bundle whose members were changed, read again.
Bundle reread(void (*change)(std::vector<BundleMember>& members)) {
    std::vector<BundleMember> members = bundled(example()).members;
    change(members);
    return weir::read_bundle(std::move(members));
}

BundleMember& member(std::vector<BundleMember>& members, std::string_view path) {
    for (BundleMember& found : members) {
        if (found.path == path) {
            return found;
        }
    }
    FAIL("no member " << path);
    return members.front();
}

/// What somebody does who changes a file and knows how digests are made.
void list_anew(std::vector<BundleMember>& members) {
    std::sort(members.begin() + 1, members.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    json manifest = json::parse(members[0].text);
    json entries = json::array();
    manifest["files"] = json::array();
    for (std::size_t i = 1; i < members.size(); ++i) {
        const std::string sha = weir::digest_of(members[i].text);
        entries.push_back({{"path", members[i].path}, {"sha256", sha}});
        manifest["files"].push_back({{"path", members[i].path}, {"sha256", sha}, {"size", members[i].text.size()}});
    }
    manifest["bundleDigest"] = weir::digest_of(weir::canonical_json(entries.dump()).value());
    members[0].text = manifest.dump();
}

} // namespace

TEST_CASE("a bundle holds the sources as they are, and what they resolve to") {
    const weir::FileSet files = example();
    const Bundle bundle = bundled(files);
    std::vector<std::string> paths;
    for (const BundleMember& found : bundle.members) {
        paths.push_back(found.path);
    }
    CHECK(paths == std::vector<std::string>{"MANIFEST.json", "contract.resolved.json", "sources/fluid.workspace.yaml",
                                            "sources/fragments/streams/orders.value.yaml",
                                            "sources/fragments/streams/orders.yaml",
                                            "sources/nested/contract.fluid.yaml"});
    CHECK(bundle.contract == kExample);
    CHECK(bundle.members[5].text == files.at(kExample).text);
    CHECK(json::parse(bundle.resolved)["builds"][0]["properties"]["stream"]["topic"] == "orders");
    const json manifest = json::parse(bundle.members[0].text);
    CHECK(manifest["bundleDigest"] == bundle.digest);
    CHECK(manifest["files"].size() == 5);

    const Bundle read = weir::read_bundle(bundle.members);
    REQUIRE(read.problems.empty());
    CHECK(read.digest == bundle.digest);
    CHECK(read.sources_digest == bundle.sources_digest);
    CHECK(read.product == "commerce.nested-events");
}

TEST_CASE("a bundle compiles to the job of its files") {
    const weir::FileSet files = example();
    const weir::Checked found = checked(files);
    const weir::Rendered wanted = weir::render(found.contract, found.plan);
    const Bundle bundle =
        weir::read_bundle(weir::make_bundle(found.contract, files, kExample, ".", weir::version()).members);
    const weir::Rechecked again = weir::check_bundle(bundle);
    REQUIRE(again.problems.empty());
    CHECK(again.rendered.deployments[0].config_map.json == wanted.deployments[0].config_map.json);
    CHECK(again.rendered.deployments[0].flink_deployment.json == wanted.deployments[0].flink_deployment.json);
}

TEST_CASE("a resolved contract keeps kinds, order and every digit") {
    weir::FileSet files = example();
    files[kExample].text += "extensions:\n  big: 123456789012345678901234567890\n  hex: 0x1F\n  half: .5\n  whole: 5.\n"
                            "  plus: +1.5e3\n  zeros: 007\n  octal: 0o17\n  none: ~\n  yes: True\n  text: \"1\"\n"
                            "  b: &b {z: 1, a: 2}\n  c: {<<: *b, q: \"\\u00e9\\n\"}\n";
    const std::string resolved = bundled(files).resolved;
    CHECK(resolved.substr(resolved.find("\"extensions\"")) ==
          "\"extensions\":{\"big\":123456789012345678901234567890,\"hex\":31,\"half\":0.5,\"whole\":5.0,\"plus\":1.5e3,"
          "\"zeros\":7,\"octal\":15,\"none\":null,\"yes\":true,\"text\":\"1\",\"b\":{\"z\":1,\"a\":2},"
          "\"c\":{\"q\":\"\u00e9\\n\",\"z\":1,\"a\":2}}}\n");
    files[kExample].text += "  nan: .nan\n";
    const weir::Checked found = checked(files);
    const Bundle bundle = weir::make_bundle(found.contract, files, kExample, ".", "test");
    CHECK(has(bundle.problems, "resolved-number"));
    CHECK(bundle.problems[0].path.starts_with(kExample + ":"));
}

TEST_CASE("names are those seen from the ref root, whatever the folder is called") {
    const Bundle plain = bundled(example());
    weir::FileSet elsewhere;
    for (const auto& [name, answer] : example()) {
        elsewhere["/some/where else/" + name] = answer;
    }
    const std::string file = "/some/where else/" + kExample;
    const weir::Checked found = checked(elsewhere, file, "/some/where else");
    const Bundle bundle = weir::make_bundle(found.contract, elsewhere, file, "/some/where else", "test");
    REQUIRE(bundle.problems.empty());
    CHECK(bundle.digest == plain.digest);
    CHECK(bundle.members[0].text == plain.members[0].text);

    weir::FileSet above;
    above["contract.fluid.yaml"] = example()[kExample];
    for (const char* name : {"fragments/streams/orders.yaml", "fragments/streams/orders.value.yaml"}) {
        above[std::string("../") + name] = example()[name];
    }
    const weir::Checked from_inside = checked(above, "contract.fluid.yaml", "..");
    CHECK(has(weir::make_bundle(from_inside.contract, above, "contract.fluid.yaml", "..", "test").problems,
              "bundle-names"));
}

TEST_CASE("altered, missing, extra and repeated members are refused by name") {
    const std::string value = "sources/fragments/streams/orders.value.yaml";
    CHECK(has(reread([](auto& members) { member(members, "sources/nested/contract.fluid.yaml").text += " "; }).problems,
              "bundle-member-altered", "sources/nested/contract.fluid.yaml"));
    CHECK(has(reread([](auto& members) { members.erase(members.begin() + 3); }).problems, "bundle-member-missing",
              value));
    CHECK(has(reread([](auto& members) {
                  members.push_back({"sources/extra.yaml", "a: 1\n"});
              }).problems,
              "bundle-member-extra", "sources/extra.yaml"));
    CHECK(has(reread([](auto& members) { members.push_back(members[3]); }).problems, "bundle-member-repeated", value));
    CHECK(has(reread([](auto& members) {
                  members.push_back({"sources/Nested/contract.fluid.yaml", "a: 1\n"});
              }).problems,
              "bundle-member-repeated"));
    CHECK(has(reread([](auto& members) { members.erase(members.begin()); }).problems, "bundle-member-missing",
              "MANIFEST.json"));
    CHECK(has(reread([](auto& members) { members[0].text = "{}"; }).problems, "bundle-manifest"));
    CHECK(has(reread([](auto& members) {
                  members[0].text.replace(members[0].text.find("\"schema\":1"), 10, "\"schema\":2");
              }).problems,
              "bundle-manifest"));
    CHECK(has(reread([](auto& members) {
                  const std::size_t at = members[0].text.find("\"bundleDigest\":\"sha256:") + 23;
                  members[0].text[at] = members[0].text[at] == '0' ? '1' : '0';
              }).problems,
              "bundle-digest"));
    CHECK(has(reread([](auto& members) {
                  const std::size_t at = members[0].text.find("nested/contract");
                  members[0].text.replace(at, 6, "absent");
              }).problems,
              "bundle-manifest"));
}

TEST_CASE("member names that lead elsewhere are refused") {
    for (const char* name : {"", "/etc/passwd", "../x.yaml", "sources/../x.yaml", "sources/./x.yaml", "sources//x.yaml",
                             "sources/.env.yaml", "sources/.git/config.yaml", "sources/x\\y.yaml", "sources/\x1b.yaml",
                             "sources/\xff.yaml", "sources/\u202e.yaml", "sources/x.yaml/", "sources/x.sh",
                             "other.yaml", "MANIFEST.json/x.yaml", "sources"}) {
        CAPTURE(name);
        CHECK_FALSE(weir::member_name_fault(name).empty());
    }
    CHECK_FALSE(weir::member_name_fault("sources/" + std::string(250, 'x') + ".yaml").empty());
    for (const char* name : {"MANIFEST.json", "contract.resolved.json", "sources/a.yaml", "sources/ä b/c.yml"}) {
        CHECK(weir::member_name_fault(name).empty());
    }
    CHECK(has(reread([](auto& members) {
                  members.push_back({"sources/../../x.yaml", ""});
              }).problems,
              "bundle-member-name", "sources/../../x.yaml"));
}

TEST_CASE("a bundle listed anew must still hold together") {
    const auto judged = [](void (*change)(std::vector<BundleMember> & members)) {
        const weir::FileSet files = example();
        const weir::Checked found = checked(files);
        std::vector<BundleMember> members =
            weir::make_bundle(found.contract, files, kExample, ".", weir::version()).members;
        change(members);
        list_anew(members);
        const Bundle bundle = weir::read_bundle(std::move(members));
        REQUIRE(bundle.problems.empty());
        return weir::check_bundle(bundle).problems;
    };
    CHECK(judged([](auto&) {}).empty());
    CHECK(has(judged([](auto& members) {
                  std::string& text = member(members, "contract.resolved.json").text;
                  text = with(text, "\"table\":\"orders\"", "\"table\":\"other\"");
              }),
              "bundle-resolved"));
    CHECK(has(judged([](auto& members) { members.push_back({"sources/more.yaml", "a: 1\n"}); }), "bundle-resolved"));
    CHECK(has(judged([](auto& members) {
                  std::string& text = member(members, "sources/nested/contract.fluid.yaml").text;
                  text = with(text, "table: orders", "table: 'no table'");
              }),
              "contract-invalid"));
}

TEST_CASE("a bundle of more than a bundle may hold is refused, and says which bound it is") {
    const auto sized = [](std::size_t count, std::size_t bytes) {
        std::vector<BundleMember> members = bundled(example()).members;
        for (std::size_t i = 0; i < count; ++i) {
            members.push_back({"sources/more/" + std::to_string(i) + ".yaml", std::string(bytes, '#')});
        }
        return weir::read_bundle(std::move(members)).problems;
    };
    CHECK(has(sized(1, weir::kMostMemberBytes + 1), "bundle-too-large", "sources/more/0.yaml"));
    CHECK_FALSE(has(sized(1, weir::kMostMemberBytes), "bundle-too-large"));
    CHECK(has(sized(weir::kMostBundleMembers, 1), "bundle-too-large", ""));
    CHECK(has(sized(3, weir::kMostBundleBytes / 3 + 1), "bundle-too-large", ""));
}

TEST_CASE("a member that is listed twice is refused") {
    const Bundle bundle = reread([](auto& members) {
        json manifest = json::parse(members[0].text);
        manifest["files"].push_back(json(manifest["files"][0]));
        members[0].text = manifest.dump();
    });
    CHECK(has(bundle.problems, "bundle-manifest"));
}
