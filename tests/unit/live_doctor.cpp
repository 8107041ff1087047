// Doctor against a catalog that means no good: at each step in turn it points elsewhere, answers without end, repeats
// the credential, or says nonsense. Nothing of it is followed, and the credential is in no word that is told.
#include <catch2/catch.hpp>

#include <atomic>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <httplib.h>

#include "live/doctor.h"
#include "live_server.h"
#include "weir/doctor.h"

using namespace weir;
using namespace weir::live;

namespace {

using Answer = std::function<void(const httplib::Request&, httplib::Response&)>;

const char* const kCredential = "client:canary/secret+1";
const char* const kSecret = "canary/secret+1";
const char* const kToken = "canary-token-0815";

const std::string kTable = "/c/v1/lake/namespaces/lab%1Feurope%1Fnorth/tables/strict";
const std::vector<std::string> kSteps = {"/token", "/c/v1/config", "/c/v1/lake/namespaces/lab%1Feurope%1Fnorth",
                                         "/c/v1/lake/namespaces", kTable};

void say(httplib::Response& response, int status, const std::string& text) {
    response.status = status;
    response.set_content(text, "application/json");
}

/// Answers as a catalog does, but for one path.
class Server : weir::test::LocalServer {
  public:
    explicit Server(std::string odd = {}, Answer answer = {}) : odd_(std::move(odd)), answer_(std::move(answer)) {
        server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
            ++asked_;
            const std::string path = request.target.substr(0, request.target.find('?'));
            if (path == odd_) {
                answer_(request, response);
            } else {
                well(path, response);
            }
            return httplib::Server::HandlerResponse::Handled;
        });
        start();
    }
    ~Server() { finish(); }

    [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    [[nodiscard]] int asked() const { return asked_; }

  private:
    static void well(const std::string& path, httplib::Response& response) {
        if (path == "/token") {
            say(response, 200, std::string(R"({"access_token": ")") + kToken + R"(", "expires_in": 3600})");
        } else if (path == "/c/v1/config") {
            say(response, 200, R"({"defaults": {}, "overrides": {"prefix": "lake"}})");
        } else if (path == kTable) {
            say(response, 200,
                R"({"metadata": {"current-schema-id": 0, "schemas": [{"schema-id": 0, "fields": []}]}})");
        } else {
            say(response, path.find("/v1/lake/") == std::string::npos ? 404 : 200, R"({"namespaces": []})");
        }
    }

    std::string odd_;
    Answer answer_;
    std::atomic<int> asked_ = 0;
};

std::string replaced(std::string text, const std::string& old, const std::string& fresh) {
    const std::size_t at = text.find(old);
    REQUIRE(at != std::string::npos);
    return text.replace(at, old.size(), fresh);
}

std::vector<Evidence> examined(const Server& server) {
    std::ifstream file(std::string(WEIR_SOURCE_DIR) + "/tests/runner/contracts/strict.fluid.yaml");
    std::stringstream read;
    read << file.rdbuf();
    std::string text = replaced(read.str(), "https://catalog.example.com/iceberg", server.url() + "/c");
    text = replaced(text, "          type: bearer\n          tokenEnv: ICEBERG_TOKEN\n",
                    "          type: oauth2\n          credentialEnv: LAKE\n          scope: lake\n"
                    "          oauth2ServerUri: " +
                        server.url() + "/token\n");
    FileSet files;
    files["c.fluid.yaml"].text = text;
    const ReadDocument document = read_document(files, "c.fluid.yaml", "");
    const ReadContract contract = read_contract(document.document);
    return examine(contract.contract, {}, [](const std::string& name) -> std::optional<std::string> {
        return name == "LAKE" ? std::optional<std::string>(kCredential) : std::nullopt;
    });
}

/// Everything that is told, held to name no secret.
std::string told(const std::vector<Evidence>& checks) {
    const std::string all = doctor_json(checks) + doctor_text(checks, {});
    for (const char* secret : {kCredential, kSecret, kToken}) {
        INFO(all);
        CHECK(all.find(secret) == std::string::npos);
    }
    CHECK(all.find('\x1b') == std::string::npos);
    return all;
}

bool all_well(const std::vector<Evidence>& checks) {
    for (const Evidence& check : checks) {
        if (check.ok != true) {
            return false;
        }
    }
    return true;
}

} // namespace

TEST_CASE("a catalog that answers as it should is asked each thing once") {
    const Server server;
    const std::string all = told(examined(server));
    CHECK(server.asked() == static_cast<int>(kSteps.size()));
    CHECK(all.find("the token endpoint gives a token") != std::string::npos);
    CHECK(all.find("table-schema") != std::string::npos);
}

TEST_CASE("wherever a catalog points, nobody else is asked") {
    const Server elsewhere;
    for (const std::string& step : kSteps) {
        for (const int status : {301, 302, 303, 307, 308}) {
            CAPTURE(step, status);
            const Server server(step, [&](const httplib::Request&, httplib::Response& response) {
                response.status = status;
                response.set_header("Location", elsewhere.url() + step);
            });
            const std::string all = told(examined(server));
            CHECK((step == kSteps[3] || all.find("not followed") != std::string::npos));
        }
    }
    for (const std::string key : {"uri", "oauth2-server-uri"}) {
        const Server server("/c/v1/config", [&](const httplib::Request&, httplib::Response& response) {
            say(response, 200,
                R"({"defaults": {}, "overrides": {")" + key + R"(": ")" + elsewhere.url() +
                    R"(/c", "prefix": "lake"}})");
        });
        CHECK(told(examined(server)).find("not followed") != std::string::npos);
    }
    CHECK(elsewhere.asked() == 0);
}

TEST_CASE("an answer without end is cut off, and what to do belongs to what was asked") {
    constexpr std::size_t kMiB = 1024UL * 1024;
    for (const std::string& step : kSteps) {
        CAPTURE(step);
        const std::size_t size = step == kTable ? 17 * kMiB : 5 * kMiB;
        const Server server(step, [size](const httplib::Request&, httplib::Response& response) {
            say(response, 200,
                R"({"defaults": {}, "namespaces": [], "access_token": ")" + std::string(size, 'x') + "\"}");
        });
        const std::vector<Evidence> checks = examined(server);
        const std::string all = told(checks);
        INFO(all);
        CHECK((all.find(step == kTable ? "more than 16 MiB" : "more than 1 MiB") != std::string::npos) ==
              (step != kSteps[3]));
        CHECK((all.find("Expire snapshots") != std::string::npos) == (step == kTable));
        CHECK(all.find("may not be listed") == std::string::npos);
    }
}

TEST_CASE("a credential that a catalog repeats is told nowhere") {
    const std::string name = std::string(kToken) + "Exception";
    for (const std::string& step : kSteps) {
        for (const int status : {200, 400, 401, 403, 404, 419, 500}) {
            CAPTURE(step, status);
            const Server server(step, [&](const httplib::Request& request, httplib::Response& response) {
                const std::string heard = request.get_header_value("Authorization") + request.body + kSecret;
                const std::string field = R"({"id": 1, "name": ")" + std::string(kToken) + R"(", "type": "long"})";
                say(response, status,
                    R"({"error": {"message": ")" + heard + R"(", "type": ")" + name +
                        R"(", "code": 1}, "access_token": ")" + kToken + R"(", "defaults": {")" + kToken + R"(": ")" +
                        heard + R"("}, "overrides": {")" + kSecret + R"(": "x", "prefix": "lake"}, "config": {")" +
                        kToken + R"(": "x"}, "metadata": {"current-schema-id": 0, )" +
                        R"("schemas": [{"schema-id": 0, "fields": [)" + field + "]}]}}");
            });
            const std::string all = told(examined(server));
            // What would have been told is blotted out: a setting's name, and a column's.
            CHECK((all.find("***") != std::string::npos) ==
                  (status == 200 && (step == "/c/v1/config" || step == kTable)));
        }
    }
}

TEST_CASE("nonsense is no answer, and ends nothing but the question") {
    const std::vector<std::string> nonsense = {
        "",
        "null",
        "[]",
        "\"\"",
        "{",
        std::string(200'000, '['),
        R"({"defaults": 1, "overrides": []})",
        R"({"overrides": {"prefix": "../../token"}})",
        R"({"overrides": {"prefix": "/x"}})",
        R"({"overrides": {"uri": "file:///etc/passwd"}})",
        R"({"overrides": {"uri": "http://user@127.0.0.1/"}})",
        R"({"access_token": "a b"})",
        R"({"access_token": 7, "expires_in": -1e999})",
        "{\"\x1b[2J\": {}}",
        R"({"metadata": {"current-schema-id": 18446744073709551616, "schemas": {}}})"};
    for (const std::string& step : kSteps) {
        for (const std::string& text : nonsense) {
            CAPTURE(step, text.substr(0, 60));
            const Server server(
                step, [&](const httplib::Request&, httplib::Response& response) { say(response, 200, text); });
            const std::vector<Evidence> checks = examined(server);
            REQUIRE_FALSE(checks.empty());
            told(checks);
            CHECK_FALSE(all_well(checks));
        }
    }
}
