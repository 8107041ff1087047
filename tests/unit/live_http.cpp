// Questions over HTTP against a server of this process: what is sent, and what ends a question.

#include <catch2/catch.hpp>

#include <thread>

#include <httplib.h>
#include <stdlib.h>

#include "live/catalog.h"
#include "live/http.h"
#include "live/verify.h"
#include "live_server.h"

using weir::live::ask_http;
using weir::live::HttpAnswer;
using End = HttpAnswer::End;

namespace {

class Server : weir::test::LocalServer {
  public:
    Server() {
        server_.Get("/fine", [this](const httplib::Request& request, httplib::Response& response) {
            authorization = request.get_header_value("Authorization");
            response.set_content("{}", "application/json");
        });
        server_.Post("/form", [](const httplib::Request& request, httplib::Response& response) {
            response.set_content(request.get_header_value("Content-Type") + " " + request.body, "text/plain");
        });
        server_.Get("/away", [this](const httplib::Request&, httplib::Response& response) {
            response.set_redirect("http://127.0.0.1:" + std::to_string(port_) + "/fine");
        });
        server_.Get("/large", [](const httplib::Request&, httplib::Response& response) {
            response.set_content(std::string(5000, 'x'), "text/plain");
        });
        server_.Get("/slow", [](const httplib::Request&, httplib::Response& response) {
            std::this_thread::sleep_for(std::chrono::milliseconds(800));
            response.set_content("late", "text/plain");
        });
        start();
    }
    ~Server() { finish(); }

    [[nodiscard]] weir::live::HttpQuestion to(const std::string& path) const {
        weir::live::HttpQuestion question;
        question.url = "http://127.0.0.1:" + std::to_string(port_) + path;
        question.time = std::chrono::seconds(5);
        return question;
    }

    std::string authorization;

  private:
};

End end_of(const std::string& url) {
    weir::live::HttpQuestion question;
    question.url = url;
    question.time = std::chrono::seconds(2);
    return ask_http({}, question).end;
}

} // namespace

TEST_CASE("a question is asked as it is, whatever proxies the environment names") {
    setenv("http_proxy", "http://127.0.0.1:1", 1);
    setenv("ALL_PROXY", "http://127.0.0.1:1", 1);
    Server server;
    weir::live::HttpQuestion question = server.to("/fine");
    question.bearer = "abc";
    const HttpAnswer answer = ask_http({}, question);
    unsetenv("http_proxy");
    unsetenv("ALL_PROXY");
    CHECK(answer.end == End::Answered);
    CHECK(answer.status == 200);
    CHECK(answer.body == "{}");
    CHECK(server.authorization == "Bearer abc");
    question = server.to("/fine");
    question.user = "ingest";
    question.password = "a:b";
    CHECK(ask_http({}, question).status == 200);
    CHECK(server.authorization == "Basic aW5nZXN0OmE6Yg==");
    question = server.to("/form");
    question.form = "a=b%20c";
    CHECK(ask_http({}, question).body == "application/x-www-form-urlencoded a=b%20c");
    CHECK(ask_http({}, server.to("/nowhere")).status == 404);
}

TEST_CASE("a redirect is an answer, and is not followed") {
    Server server;
    weir::live::HttpQuestion question = server.to("/away");
    question.bearer = "abc";
    const HttpAnswer answer = ask_http({}, question);
    CHECK(answer.redirects());
    CHECK(answer.status == 302);
    CHECK(server.authorization.empty());
}

TEST_CASE("size, time and a stop end a question") {
    Server server;
    weir::live::HttpQuestion large = server.to("/large");
    large.limit = 5000;
    CHECK(ask_http({}, large).end == End::Answered);
    large.limit = 4999;
    CHECK(ask_http({}, large).end == End::TooLarge);
    CHECK(ask_http({}, large).body.empty());
    weir::live::HttpQuestion slow = server.to("/slow");
    slow.time = std::chrono::milliseconds(100);
    CHECK(ask_http({}, slow).end == End::TimedOut);
    weir::live::HttpSettings stopping;
    stopping.stop = [] { return true; };
    CHECK(ask_http(stopping, server.to("/slow")).end == End::Stopped);
    CHECK(end_of("http://127.0.0.1:1/") == End::Unreachable);
}

TEST_CASE("nothing is sent to link-local, metadata, unspecified and multicast addresses") {
    for (const char* url : {"http://169.254.169.254/latest", "http://[fe80::1]/", "http://0.0.0.0/", "http://[::]/",
                            "http://100.100.100.200/", "http://224.0.0.1/", "http://[ff02::1]/",
                            "http://[fd00:ec2::254]/", "http://[::ffff:169.254.169.254]/", "http://0xa9fea9fe/"}) {
        CAPTURE(url);
        CHECK(end_of(url) == End::Forbidden);
    }
}

TEST_CASE("other schemes and user information are no questions") {
    for (const char* url : {"file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/",
                            "http://user:pass@127.0.0.1:1/", "", "http://"}) {
        CAPTURE(url);
        CHECK(end_of(url) == End::Unreachable);
    }
}

TEST_CASE("origins are compared by scheme, host and port") {
    using weir::live::origin_of;
    CHECK(origin_of("https://Catalog.Example.com/iceberg") == "https://catalog.example.com:443");
    CHECK(origin_of("https://catalog.example.com:443") == origin_of("https://catalog.example.com/x/y"));
    CHECK(origin_of("http://catalog.example.com") != origin_of("https://catalog.example.com"));
    CHECK(origin_of("https://catalog.example.com:8443") != origin_of("https://catalog.example.com"));
    CHECK(origin_of("https://catalog.example.com@evil.example/") == "https://evil.example:443");
    CHECK(origin_of("file:///x").empty());
    CHECK(origin_of("nonsense").find("evil") == std::string::npos);
    CHECK(weir::live::host_of("https://[::1]:9/") == "::1");
    CHECK(weir::live::url_encoded("s3://a b&c") == "s3%3A%2F%2Fa%20b%26c");
}

TEST_CASE("a cluster that gives no answer leaves it unknown, and says what to do") {
    using weir::live::KubeTrouble;
    for (const KubeTrouble trouble : {KubeTrouble::Missing, KubeTrouble::UnknownContext, KubeTrouble::Unreachable,
                                      KubeTrouble::TimedOut, KubeTrouble::Unauthorized, KubeTrouble::Forbidden}) {
        weir::live::KubeAnswer answer;
        answer.trouble = trouble;
        answer.message = "why";
        const weir::Evidence evidence = weir::live::without_cluster(weir::EvidenceKind::Checkpoint, answer);
        CHECK_FALSE(evidence.ok.has_value());
        CHECK(evidence.message == "why");
        CHECK_FALSE(evidence.help.empty());
        CHECK(evidence.waits == (trouble == KubeTrouble::Unreachable || trouble == KubeTrouble::TimedOut));
    }
}
