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
        {"Error from server (NotFound): the server could not find the requested resource", KubeTrouble::NotFound},
        {"Error from server (Conflict): Operation cannot be fulfilled on flinkdeployments.flink.apache.org \"x\": uid "
         "mismatch",
         KubeTrouble::Changed},
        {"error: Operation cannot be fulfilled on flinkdeployments.flink.apache.org \"x\": uid mismatch: the provided "
         "object specified uid u, and no existing object was found\nPlease review the fields above--they currently",
         KubeTrouble::Changed},
        {"The FlinkDeployment \"x\" is invalid: metadata.uid: Invalid value: \"u\": field is immutable",
         KubeTrouble::Changed},
        {"Error from server (ServiceUnavailable): connection refused", KubeTrouble::Other},
        {"Error from server (InternalError): an error on the server (\"(NotFound)\")", KubeTrouble::Other},
        {"Error from server (BadRequest): (NotFound) (Forbidden)", KubeTrouble::Invalid},
        {"Error from server: failed to create typed patch object", KubeTrouble::Invalid},
        {"Error from server (NotFound", KubeTrouble::Other},
        {"something else", KubeTrouble::Other},
        {"ERROR: (NotFound) the vault was not found", KubeTrouble::Other},
        {"", KubeTrouble::Other},
    }));
    CHECK(trouble_of(said) == trouble);
}

TEST_CASE("an object is absent only when the server says so of that object", "[kubectl]") {
    const std::string absence = "configmaps \"x\" not found";
    const auto [said, trouble] = GENERATE(table<const char*, KubeTrouble>({
        {"Error from server (NotFound): configmaps \"x\" not found", KubeTrouble::Absent},
        {"I1130 20:00:00.000000 1 a.go:1] b\nError from server (NotFound): configmaps \"x\" not found\n",
         KubeTrouble::Absent},
        {"Error from server (NotFound): configmaps \"xy\" not found", KubeTrouble::NotFound},
        {"Error from server (NotFound): namespaces \"x\" not found", KubeTrouble::NotFound},
        {"Error from server (NotFound): the server could not find the requested resource", KubeTrouble::NotFound},
        {"Error from server (Forbidden): configmaps \"x\" not found", KubeTrouble::Forbidden},
        {"configmaps \"x\" not found", KubeTrouble::Other},
        {" Error from server (NotFound): configmaps \"x\" not found", KubeTrouble::Other},
        // A credential plugin speaks first, kubectl last.
        {"Error from server (NotFound): configmaps \"x\" not found\n"
         "Unable to connect to the server: getting credentials: exec: executable az failed with exit code 3\n",
         KubeTrouble::Unauthorized},
        {"(Forbidden)\nError from server (NotFound): configmaps \"x\" not found", KubeTrouble::Absent},
    }));
    CHECK(trouble_of(said, absence) == trouble);
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
