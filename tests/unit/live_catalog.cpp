// How a catalog is signed in to from this machine, against a server on the loopback that wants Basic authentication.
#include <catch2/catch.hpp>

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <httplib.h>

#include "live/catalog.h"

using namespace weir;
using namespace weir::live;

namespace {

using Why = NoAnswer::Why;

const char* const kHeader = "Basic aW5nZXN0OnB3OjE="; // ingest:pw:1

/// Answers the configuration and one table to who has the header.
class Server {
  public:
    Server() {
        const auto answer = [this](const char* body) {
            return [this, body](const httplib::Request& request, httplib::Response& response) {
                const std::lock_guard lock(mutex_);
                asked_.push_back(request.path);
                response.status = request.get_header_value("Authorization") == kHeader ? 200 : 401;
                response.set_content(response.status == 200 ? body : "{}", "application/json");
            };
        };
        server_.Get("/iceberg/v1/config", answer(R"({"defaults": {}, "overrides": {"prefix": "lake"}})"));
        server_.Get("/iceberg/v1/lake/namespaces/shop/tables/orders", answer(R"({"metadata": {}})"));
        port_ = server_.bind_to_any_port("127.0.0.1");
        thread_ = std::thread([this] { server_.listen_after_bind(); });
        while (!server_.is_running()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    ~Server() {
        server_.stop();
        thread_.join();
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/iceberg"; }
    [[nodiscard]] std::vector<std::string> asked() {
        const std::lock_guard lock(mutex_);
        return std::move(asked_);
    }

  private:
    httplib::Server server_;
    std::mutex mutex_;
    std::vector<std::string> asked_;
    int port_ = 0;
    std::thread thread_;
};

Text text(std::string_view value) {
    return {value, Place{1, 0}};
}

LoadedTable load(const std::string& uri, std::map<std::string, std::string> variables) {
    Location location;
    location.uri = text(uri);
    location.warehouse = text("lake");
    location.name_space = text("shop");
    location.table = text("orders");
    location.catalog_auth.emplace();
    location.catalog_auth->type = {CatalogAuthType::Basic, Place{1, 0}};
    location.catalog_auth->username_env = text("LAKE_USER");
    location.catalog_auth->password_env = text("LAKE_PASSWORD");
    CatalogReader reader(location, {}, [variables](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
    return reader.load();
}

} // namespace

TEST_CASE("A user and a password go with every question to the catalog") {
    Server server;
    const LoadedTable loaded = load(server.url(), {{"LAKE_USER", "ingest"}, {"LAKE_PASSWORD", "pw:1"}});
    CHECK_FALSE(loaded.problem);
    CHECK(loaded.answer == R"({"metadata": {}})");
    CHECK(server.asked() ==
          std::vector<std::string>{"/iceberg/v1/config", "/iceberg/v1/lake/namespaces/shop/tables/orders"});
    const LoadedTable refused = load(server.url(), {{"LAKE_USER", "ingest"}, {"LAKE_PASSWORD", "pw:2"}});
    REQUIRE(refused.problem);
    CHECK(refused.problem->why == Why::Status);
    CHECK(refused.problem->status == 401);
    CHECK(server.asked().size() == 1);
}

TEST_CASE("Without a user and a password that can be sent, nobody is asked") {
    Server server;
    using Environment = std::map<std::string, std::string>;
    for (const auto& [variables, detail] :
         {std::pair<Environment, std::string>{{{"LAKE_PASSWORD", "pw"}}, "the variable LAKE_USER is not set"},
          {{{"LAKE_USER", "ingest"}}, "the variable LAKE_PASSWORD is not set"},
          {{{"LAKE_USER", "in:gest"}, {"LAKE_PASSWORD", "pw"}},
           "the value of LAKE_USER holds a colon, which ends a "
           "user's name"},
          {{{"LAKE_USER", "ingest"}, {"LAKE_PASSWORD", "canary\r\nX: y"}},
           "the value of LAKE_PASSWORD holds a line break, a blank or another character that a credential cannot "
           "have"}}) {
        const LoadedTable loaded = load(server.url(), variables);
        REQUIRE(loaded.problem);
        CHECK(loaded.problem->why == Why::Variable);
        CHECK(loaded.problem->detail == detail);
        CHECK(server.asked().empty());
    }
}
