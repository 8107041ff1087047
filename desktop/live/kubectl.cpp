#include "live/kubectl.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <unistd.h>

#include "weir/drift.h"

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

constexpr std::string_view kNoKubectl = "kubectl is not in PATH: install it (1.36 is tested)";

struct Words {
    std::string_view said;
    KubeTrouble trouble;
};

/// The server's reasons, as kubectl quotes them: `Error from server (REASON): …`. Others are not told apart.
constexpr std::array<Words, 8> kReasons = {{
    {"Unauthorized", KubeTrouble::Unauthorized},
    {"Forbidden", KubeTrouble::Forbidden},
    {"NotFound", KubeTrouble::NotFound},
    {"Conflict", KubeTrouble::Changed},
    {"AlreadyExists", KubeTrouble::Changed},
    {"Invalid", KubeTrouble::Invalid},
    {"BadRequest", KubeTrouble::Invalid},
    {"Timeout", KubeTrouble::TimedOut},
}};

/// Of a line of kubectl without a reason, in this order.
constexpr std::array<Words, 20> kWords = {{
    {"Apply failed with ", KubeTrouble::Conflict},
    {"Operation cannot be fulfilled on ", KubeTrouble::Changed},
    {" is invalid: metadata.uid: ", KubeTrouble::Changed}, // a uid was sent, and the object has another
    {" is invalid: ", KubeTrouble::Invalid},
    {"failed to create typed patch object", KubeTrouble::Invalid},
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

constexpr std::string_view kFromServer = "Error from server";

/// A line with which kubectl says why it ends.
bool is_last_word(std::string_view line) {
    constexpr std::array<std::string_view, 4> kBeginnings = {kFromServer, "error: ", "Unable to connect to the server",
                                                             "The connection to the server"};
    return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                       [&](std::string_view beginning) { return line.starts_with(beginning); }) ||
           (line.starts_with("The ") && line.find("\" is invalid: ") != std::string_view::npos);
}

std::vector<std::string_view> lines_of(std::string_view said) {
    std::vector<std::string_view> lines;
    while (!said.empty()) {
        const std::size_t end = std::min(said.find('\n'), said.size());
        lines.push_back(said.substr(0, end));
        said.remove_prefix(std::min(end + 1, said.size()));
    }
    return lines;
}

/// \param line  behind `Error from server (`
KubeTrouble trouble_of_reason(std::string_view line, std::string_view absence) {
    constexpr std::string_view kEnd = "): ";
    const std::size_t end = line.find(kEnd);
    const auto* const found = std::find_if(kReasons.begin(), kReasons.end(),
                                           [&](const Words& words) { return words.said == line.substr(0, end); });
    if (end == std::string_view::npos || found == kReasons.end()) {
        return KubeTrouble::Other;
    }
    const std::string_view message = line.substr(end + kEnd.size());
    if (found->trouble == KubeTrouble::NotFound && !absence.empty() && message == absence) {
        return KubeTrouble::Absent;
    }
    return found->trouble == KubeTrouble::Changed && message.starts_with("Apply failed with ") ? KubeTrouble::Conflict
                                                                                               : found->trouble;
}

/// kubectl's complaint without its labels, on one line.
std::string complaint(std::string_view said) {
    std::string text;
    for (std::string_view line : lines_of(said)) {
        if (line.starts_with("Please review the fields above")) {
            break; // advice on forcing
        }
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
    const std::string words = quoted_words(complaint(said));
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

/// How the server says that it is not there.
std::string absence_of(const KubeObject& object) {
    constexpr std::string_view kGroups = "/apis/";
    std::string group;
    if (object.api.starts_with(kGroups)) {
        const std::string_view rest = object.api.substr(kGroups.size());
        group = fmt::format(".{}", rest.substr(0, rest.find('/')));
    }
    return fmt::format("{}{} \"{}\" not found", object.resource, group, object.name);
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
    case KubeTrouble::Stopped:
        return "cluster-stopped";
    case KubeTrouble::Unauthorized:
        return "cluster-unauthorized";
    case KubeTrouble::Forbidden:
        return "cluster-forbidden";
    case KubeTrouble::Absent:
    case KubeTrouble::NotFound:
        return "cluster-not-found";
    case KubeTrouble::Conflict:
        return "cluster-conflict";
    case KubeTrouble::Changed:
        return "apply-changed-meanwhile";
    case KubeTrouble::Invalid:
        return "cluster-invalid";
    case KubeTrouble::Other:
        return "cluster-error";
    }
    return "";
}

KubeTrouble trouble_of(std::string_view said, std::string_view absence) {
    const std::vector<std::string_view> lines = lines_of(said);
    const auto last = std::find_if(lines.rbegin(), lines.rend(), is_last_word);
    if (last == lines.rend()) {
        return KubeTrouble::Other;
    }
    const std::string_view line = *last;
    if (line.starts_with(kFromServer) && line.substr(kFromServer.size()).starts_with(" (")) {
        return trouble_of_reason(line.substr(kFromServer.size() + 2), absence);
    }
    const auto* const found = std::find_if(kWords.begin(), kWords.end(), [&](const Words& words) {
        return line.find(words.said) != std::string_view::npos;
    });
    return found == kWords.end() ? KubeTrouble::Other : found->trouble;
}

bool is_object_name(std::string_view name) {
    constexpr std::size_t kLongest = 253;
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !name.empty() && name.size() <= kLongest && plain(name.front()) && plain(name.back()) &&
           std::all_of(name.begin(), name.end(), [&](char c) { return plain(c) || c == '-' || c == '.'; }) &&
           name.find("..") == std::string_view::npos;
}

Kubectl::Kubectl(std::string context, std::chrono::seconds patience, Stop stop)
    : context_(std::move(context)), patience_(patience), stop_(std::move(stop)), kubectl_(find_program("kubectl")) {}

KubeAnswer Kubectl::run(const std::vector<std::string>& words, std::string_view input, std::string_view absence) const {
    const bool control = std::any_of(context_.begin(), context_.end(),
                                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    if (context_.empty() || context_.front() == '-' || control) {
        return trouble(KubeTrouble::BadName, fmt::format("{} is no name of a context", context_));
    }
    if (kubectl_.empty()) {
        return trouble(KubeTrouble::Missing, std::string(kNoKubectl));
    }
    std::vector<std::string> arguments = {kubectl_, fmt::format("--context={}", context_),
                                          fmt::format("--request-timeout={}s", patience_.count())};
    arguments.insert(arguments.end(), words.begin(), words.end());
    ProcessLimits limits;
    limits.output = kMostAnswer;
    limits.time = 3 * patience_;
    limits.stop = stop_;
    ProcessResult result = run_process(arguments, environment(), limits, input);
    if (result.stopped) {
        return trouble(KubeTrouble::Stopped, fmt::format("stopped while asking the cluster of context {}", context_));
    }
    if (!result.problem.empty()) {
        return trouble(KubeTrouble::TimedOut,
                       fmt::format("kubectl, asking the cluster of context {}, {}", context_, result.problem));
    }
    KubeAnswer answer;
    answer.said = std::move(result.err);
    answer.out = std::move(result.out);
    if (result.exit_code != 0) {
        answer.trouble = trouble_of(answer.said, absence);
        answer.message = explained(answer.trouble, context_, answer.said);
    }
    return answer;
}

KubeAnswer Kubectl::find_context() const {
    return run({"config", "view", "--minify", "--output=jsonpath={.contexts[0].name}"}, {}, {});
}

KubeAnswer Kubectl::get_raw(const std::string& path, std::string_view absence) const {
    return run({"get", fmt::format("--raw={}", path)}, {}, absence);
}

KubeAnswer Kubectl::get(const KubeObject& object) const {
    if (!is_object_name(object.name_space) || !is_object_name(object.name)) {
        return trouble(KubeTrouble::BadName,
                       fmt::format("{}/{} is no name of Kubernetes", object.name_space, object.name));
    }
    return get_raw(fmt::format("{}/namespaces/{}/{}/{}", object.api, object.name_space, object.resource, object.name),
                   absence_of(object));
}

KubeAnswer Kubectl::list(const KubeObject& object, std::string_view selector) const {
    constexpr unsigned kMost = 500;
    return list_page(object, selector, kMost, {});
}

KubeAnswer Kubectl::list_page(const KubeObject& object, std::string_view selector, unsigned most,
                              std::string_view from) const {
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
    const bool is_token = std::all_of(from.begin(), from.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
    if (!is_token) {
        return trouble(KubeTrouble::Other, "what the cluster gives to continue its list with cannot be sent back");
    }
    return get_raw(fmt::format("{}/namespaces/{}/{}?limit={}&labelSelector={}{}{}", object.api, object.name_space,
                               object.resource, most, escaped, from.empty() ? "" : "&continue=", from),
                   {});
}

KubeAnswer Kubectl::get_service(std::string_view name_space, std::string_view service, std::uint16_t port,
                                std::string_view path) const {
    const bool climbs = path.starts_with('/') || path.find("..") != std::string_view::npos || !is_path_text(path);
    if (!is_object_name(name_space) || !is_object_name(service) || climbs) {
        return trouble(KubeTrouble::BadName, fmt::format("{}/{} is no service of Kubernetes", name_space, service));
    }
    return get_raw(fmt::format("/api/v1/namespaces/{}/services/http:{}:{}/proxy/{}", name_space, service, port, path),
                   {});
}

KubeAnswer Kubectl::get_checkpoints(std::string_view name_space, std::string_view deployment,
                                    std::string_view job_id) const {
    constexpr std::uint16_t kRestPort = 8081;
    return get_service(name_space, fmt::format("{}-rest", deployment), kRestPort,
                       fmt::format("jobs/{}/checkpoints", job_id));
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
    return run(words, resource, fmt::format("namespaces \"{}\" not found", name_space));
}

KubeAnswer read_kubeconfig() {
    const std::string kubectl = find_program("kubectl");
    if (kubectl.empty()) {
        return trouble(KubeTrouble::Missing, std::string(kNoKubectl));
    }
    ProcessLimits limits;
    limits.output = kMostAnswer;
    ProcessResult result = run_process({kubectl, "config", "view", "--output=json"}, environment(), limits);
    if (!result.ok()) {
        const std::string words = quoted_words(complaint(result.err));
        return trouble(KubeTrouble::Other, fmt::format("the kubeconfig cannot be read: {}",
                                                       result.problem.empty() ? words : result.problem));
    }
    KubeAnswer answer;
    answer.out = std::move(result.out);
    return answer;
}

} // namespace weir::live
