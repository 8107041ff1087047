#include "live/kubectl.h"

#include <catch2/catch.hpp>

using namespace weir::live;

TEST_CASE("kubectl's words are told apart", "[kubectl]") {
    const auto [said, trouble] = GENERATE(table<const char*, KubeTrouble>({
        {"Error from server (NotFound): configmaps \"x\" not found", KubeTrouble::NotFound},
        {"Error from server (Forbidden): configmaps \"x\" is forbidden: User \"o\" cannot get resource \"configmaps\" "
         "in "
         "API group \"\" in the namespace \"n\"",
         KubeTrouble::Forbidden},
        {"error: You must be logged in to the server (Unauthorized)", KubeTrouble::Unauthorized},
        {"error: Apply failed with 1 conflict: conflict with \"someone\": .spec.job.parallelism",
         KubeTrouble::Conflict},
        {"The ConfigMap \"x\" is invalid: data: Forbidden: field is immutable when `immutable` is set",
         KubeTrouble::Invalid},
        {"The connection to the server 127.0.0.1:6443 was refused - did you specify the right host or port?",
         KubeTrouble::Unreachable},
        {"Unable to connect to the server: dial tcp: lookup nowhere.invalid: no such host", KubeTrouble::Unreachable},
        {"Unable to connect to the server: net/http: request canceled (Client.Timeout exceeded while awaiting headers)",
         KubeTrouble::TimedOut},
        {"error: context \"nope\" does not exist", KubeTrouble::UnknownContext},
        {"something else", KubeTrouble::Other},
    }));
    CHECK(trouble_of(said) == trouble);
}

TEST_CASE("only names of Kubernetes reach a path", "[kubectl]") {
    for (const char* name : {"orders", "orders-sql-0123456789ab", "a.b", "0"}) {
        CHECK(is_object_name(name));
    }
    for (const char* name : {"", "-a", "a-", "a/b", "a..b", "../x", "a b", "a\n", "a?b", "A", "a%2f", "*"}) {
        CHECK_FALSE(is_object_name(name));
    }
    CHECK_FALSE(is_object_name(std::string(254, 'a')));
}

TEST_CASE("a name that is none starts nothing", "[kubectl]") {
    const Kubectl kubectl("development");
    const KubeObject object{"/api/v1", "configmaps", "data-products", "x/../../secrets/y"};
    CHECK(kubectl.get(object).trouble == KubeTrouble::BadName);
    CHECK(kubectl.get_service("data-products", "orders-rest", 8081, "../../../secrets").trouble ==
          KubeTrouble::BadName);
    CHECK(kubectl.apply("a b", "{}", true).trouble == KubeTrouble::BadName);
    CHECK(Kubectl("--kubeconfig=x").find_context().trouble == KubeTrouble::BadName);
    CHECK(Kubectl("a\nb").find_context().trouble == KubeTrouble::BadName);
}
