#include "live/kubectl.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <unistd.h>

namespace weir::live {

namespace {

/// What finds a kubeconfig, and what the credential plugins of the large clouds and proxies read.
constexpr std::array<std::string_view, 21> kPassed = {"HOME",
                                                      "PATH",
                                                      "KUBECONFIG",
                                                      "USER",
                                                      "LOGNAME",
                                                      "TMPDIR",
                                                      "LANG",
                                                      "XDG_CACHE_HOME",
                                                      "XDG_CONFIG_HOME",
                                                      "XDG_RUNTIME_DIR",
                                                      "SSL_CERT_FILE",
                                                      "SSL_CERT_DIR",
                                                      "HTTPS_PROXY",
                                                      "https_proxy",
                                                      "NO_PROXY",
                                                      "no_proxy",
                                                      "KUBERNETES_SERVICE_HOST",
                                                      "KUBERNETES_SERVICE_PORT",
                                                      "SSH_AUTH_SOCK",
                                                      "DBUS_SESSION_BUS_ADDRESS",
                                                      "KRB5CCNAME"};
constexpr std::array<std::string_view, 6> kPassedBeginnings = {"AWS_",   "GOOGLE_", "CLOUDSDK_",
                                                               "AZURE_", "AAD_",    "KUBELOGIN_"};

bool is_passed(std::string_view variable) {
    const std::string_view name = variable.substr(0, variable.find('='));
    return std::find(kPassed.begin(), kPassed.end(), name) != kPassed.end() ||
           std::any_of(kPassedBeginnings.begin(), kPassedBeginnings.end(),
                       [&](std::string_view beginning) { return name.starts_with(beginning); });
}

std::vector<std::string> environment() {
    // A kuberc may give any command other options, --force-conflicts among them.
    std::vector<std::string> variables = {"KUBERC=off", "KUBECTL_KUBERC=false"};
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
        if (is_passed(*variable)) {
            variables.emplace_back(*variable);
        }
    }
    return variables;
}

struct Words {
    std::string_view said;
    KubeTrouble trouble;
};

/// In this order: the reasons that the server gives, then what kubectl says of its own.
constexpr std::array<Words, 26> kWords = {{
    {"(Unauthorized)", KubeTrouble::Unauthorized},
    {"(Forbidden)", KubeTrouble::Forbidden},
    {"(NotFound)", KubeTrouble::NotFound},
    {"(Conflict)", KubeTrouble::Conflict},
    {"(AlreadyExists)", KubeTrouble::Conflict},
    {"Apply failed with ", KubeTrouble::Conflict},
    {"(Invalid)", KubeTrouble::Invalid},
    {"(BadRequest)", KubeTrouble::Invalid},
    {" is invalid: ", KubeTrouble::Invalid},
    {"failed to create typed patch object", KubeTrouble::Invalid},
    {"(Timeout)", KubeTrouble::TimedOut},
    {"Client.Timeout exceeded", KubeTrouble::TimedOut},
    {"context deadline exceeded", KubeTrouble::TimedOut},
    {"TLS handshake timeout", KubeTrouble::TimedOut},
    {"request timed out", KubeTrouble::TimedOut},
    {"i/o timeout", KubeTrouble::Unreachable},
    {"cannot locate context", KubeTrouble::UnknownContext},
    {"error: context \"", KubeTrouble::UnknownContext},
    {"no configuration has been provided", KubeTrouble::UnknownContext},
    {"must be logged in", KubeTrouble::Unauthorized},
    {"getting credentials", KubeTrouble::Unauthorized},
    {"The connection to the server", KubeTrouble::Unreachable},
    {"Unable to connect to the server", KubeTrouble::Unreachable},
    {"connection refused", KubeTrouble::Unreachable},
    {"connection reset", KubeTrouble::Unreachable},
    {"EOF", KubeTrouble::Unreachable},
}};

/// kubectl's complaint without its labels, on one line.
std::string complaint(std::string_view said) {
    std::string text;
    std::string_view rest = said;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        // Lines such as `E1130 20:00:00.000000 123 memcache.go:265] …` are kubectl's log: the same once more.
        const bool log = line.size() > 5 && (line[0] == 'E' || line[0] == 'W' || line[0] == 'I') && line[1] >= '0' &&
                         line[1] <= '9' && line.find("] ") != std::string_view::npos;
        if (log || line.empty()) {
            continue;
        }
        constexpr std::string_view kLabel = "error: ";
        line.remove_prefix(line.starts_with(kLabel) ? kLabel.size() : 0);
        text += text.empty() ? "" : " ";
        text += line;
    }
    return text;
}

std::string explained(KubeTrouble trouble, const std::string& context, std::string_view said) {
    const std::string words = complaint(said);
    switch (trouble) {
    case KubeTrouble::UnknownContext:
        return fmt::format("the kubeconfig has no context {}; kubectl config get-contexts lists those it has", context);
    case KubeTrouble::Unreachable:
        return fmt::format("the cluster of context {} cannot be reached: {}", context, words);
    case KubeTrouble::TimedOut:
        return fmt::format("the cluster of context {} did not answer in time: {}", context, words);
    case KubeTrouble::Unauthorized:
        return fmt::format(
            "the cluster of context {} does not accept the credential of the kubeconfig (401): log in again: {}",
            context, words);
    case KubeTrouble::Forbidden:
        return fmt::format(
            "the user of context {} lacks a right (403): {}; docs/deploy-live.md lists the rights that Weir needs",
            context, words);
    default:
        return words.empty() ? "kubectl failed without a word" : words;
    }
}

KubeAnswer trouble(KubeTrouble kind, std::string message) {
    KubeAnswer answer;
    answer.trouble = kind;
    answer.message = std::move(message);
    return answer;
}

bool is_path_text(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
               c == '_' || c == '/';
    });
}

} // namespace

std::string_view trouble_code(KubeTrouble trouble) {
    switch (trouble) {
    case KubeTrouble::None:
        break;
    case KubeTrouble::Missing:
        return "kubectl-missing";
    case KubeTrouble::UnknownContext:
        return "cluster-context-unknown";
    case KubeTrouble::BadName:
        return "cluster-name";
    case KubeTrouble::Unreachable:
        return "cluster-unreachable";
    case KubeTrouble::TimedOut:
        return "cluster-timeout";
    case KubeTrouble::Unauthorized:
        return "cluster-unauthorized";
    case KubeTrouble::Forbidden:
        return "cluster-forbidden";
    case KubeTrouble::NotFound:
        return "cluster-not-found";
    case KubeTrouble::Conflict:
        return "cluster-conflict";
    case KubeTrouble::Invalid:
        return "cluster-invalid";
    case KubeTrouble::Other:
        return "cluster-error";
    }
    return "";
}

KubeTrouble trouble_of(std::string_view said) {
    for (const Words& words : kWords) {
        if (said.find(words.said) != std::string_view::npos) {
            return words.trouble;
        }
    }
    return KubeTrouble::Other;
}

bool is_object_name(std::string_view name) {
    constexpr std::size_t kLongest = 253;
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !name.empty() && name.size() <= kLongest && plain(name.front()) && plain(name.back()) &&
           std::all_of(name.begin(), name.end(), [&](char c) { return plain(c) || c == '-' || c == '.'; }) &&
           name.find("..") == std::string_view::npos;
}

Kubectl::Kubectl(std::string context, std::chrono::seconds patience)
    : context_(std::move(context)), patience_(patience), kubectl_(find_program("kubectl")) {}

KubeAnswer Kubectl::run(const std::vector<std::string>& words, std::string_view input) const {
    const bool control = std::any_of(context_.begin(), context_.end(),
                                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    if (context_.empty() || context_.front() == '-' || control) {
        return trouble(KubeTrouble::BadName, fmt::format("{} is no name of a context", context_));
    }
    if (kubectl_.empty()) {
        return trouble(KubeTrouble::Missing, "kubectl is not in PATH: install it (1.36 is tested)");
    }
    std::vector<std::string> arguments = {kubectl_, fmt::format("--context={}", context_),
                                          fmt::format("--request-timeout={}s", patience_.count())};
    arguments.insert(arguments.end(), words.begin(), words.end());
    ProcessLimits limits;
    limits.output = kMostAnswer;
    limits.time = 3 * patience_;
    ProcessResult result = run_process(arguments, environment(), limits, input);
    if (!result.problem.empty()) {
        return trouble(KubeTrouble::TimedOut,
                       fmt::format("kubectl, asking the cluster of context {}, {}", context_, result.problem));
    }
    KubeAnswer answer;
    answer.said = std::move(result.err);
    answer.out = std::move(result.out);
    if (result.exit_code != 0) {
        answer.trouble = trouble_of(answer.said);
        answer.message = explained(answer.trouble, context_, answer.said);
    }
    return answer;
}

KubeAnswer Kubectl::find_context() const {
    return run({"config", "view", "--minify", "--output=jsonpath={.contexts[0].name}"});
}

KubeAnswer Kubectl::get_raw(const std::string& path) const {
    return run({"get", fmt::format("--raw={}", path)});
}

KubeAnswer Kubectl::get(const KubeObject& object) const {
    if (!is_object_name(object.name_space) || !is_object_name(object.name)) {
        return trouble(KubeTrouble::BadName,
                       fmt::format("{}/{} is no name of Kubernetes", object.name_space, object.name));
    }
    return get_raw(fmt::format("{}/namespaces/{}/{}/{}", object.api, object.name_space, object.resource, object.name));
}

KubeAnswer Kubectl::list(const KubeObject& object, std::string_view selector) const {
    std::string escaped;
    for (const char c : selector) {
        escaped += c == '='   ? std::string("%3D")
                   : c == ',' ? std::string("%2C")
                   : c == '/' ? std::string("%2F")
                              : std::string(1, c);
    }
    if (!is_object_name(object.name_space) || escaped.find_first_of("&?# ") != std::string::npos) {
        return trouble(KubeTrouble::BadName, fmt::format("{} is no namespace of Kubernetes", object.name_space));
    }
    constexpr int kMost = 500;
    return get_raw(fmt::format("{}/namespaces/{}/{}?limit={}&labelSelector={}", object.api, object.name_space,
                               object.resource, kMost, escaped));
}

KubeAnswer Kubectl::get_service(std::string_view name_space, std::string_view service, std::uint16_t port,
                                std::string_view path) const {
    const bool climbs = path.starts_with('/') || path.find("..") != std::string_view::npos || !is_path_text(path);
    if (!is_object_name(name_space) || !is_object_name(service) || climbs) {
        return trouble(KubeTrouble::BadName, fmt::format("{}/{} is no service of Kubernetes", name_space, service));
    }
    return get_raw(fmt::format("/api/v1/namespaces/{}/services/http:{}:{}/proxy/{}", name_space, service, port, path));
}

KubeAnswer Kubectl::apply(std::string_view name_space, std::string_view resource, bool rehearse) const {
    if (!is_object_name(name_space)) {
        return trouble(KubeTrouble::BadName, fmt::format("{} is no namespace of Kubernetes", name_space));
    }
    std::vector<std::string> words = {"apply",
                                      fmt::format("--namespace={}", name_space),
                                      "--server-side",
                                      "--field-manager=weir",
                                      "--force-conflicts=false",
                                      "--validate=strict",
                                      "--show-managed-fields",
                                      "--output=json",
                                      "--filename=-"};
    if (rehearse) {
        words.emplace_back("--dry-run=server");
    }
    return run(words, resource);
}

} // namespace weir::live
