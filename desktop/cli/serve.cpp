#include <condition_variable>
#include <csignal>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <httplib.h>
#include <pthread.h>

#include "cli/assets.h"
#include "cli/options.h"
#include "live/open.h"

namespace weir::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestAsset = 32UL * 1024 * 1024;
constexpr const char* kLoopback = "127.0.0.1";

struct Asset {
    std::string text;
    std::string type;
};

/// By request path: `/`, `/assets/index.js`.
using Assets = std::map<std::string, Asset, std::less<>>;

std::string type_of(const fs::path& path) {
    static const std::map<std::string, std::string> kTypes = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".yaml", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
    };
    const auto found = kTypes.find(path.extension().string());
    return found == kTypes.end() ? "application/octet-stream" : found->second;
}

/// Reads the folder once: what is served does not change with the disk, and no request names a path.
std::string read_assets(const std::string& folder, Assets& assets) {
    std::error_code problem;
    fs::recursive_directory_iterator entries(folder, problem);
    for (; !problem && entries != fs::recursive_directory_iterator(); entries.increment(problem)) {
        std::error_code unknown;
        if (!entries->is_regular_file(unknown) || entries->is_symlink(unknown)) {
            continue;
        }
        FileAnswer answer = live::read_regular(entries->path().string(), kLargestAsset);
        if (!answer.refusal.empty()) {
            return fmt::format("{}: {}", entries->path().string(), answer.refusal);
        }
        const std::string name = fmt::format("/{}", entries->path().lexically_relative(folder).generic_string());
        assets[name] = {std::move(answer.text), type_of(entries->path())};
    }
    if (problem) {
        return fmt::format("{}: {}", folder, problem.message());
    }
    const auto index = assets.find("/index.html");
    if (index == assets.end()) {
        return fmt::format("{} has no index.html", folder);
    }
    assets["/"] = index->second;
    return {};
}

void set_security_headers(httplib::Response& response) {
    response.set_header("Content-Security-Policy",
                        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                        "worker-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; "
                        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Referrer-Policy", "no-referrer");
    response.set_header("Cross-Origin-Opener-Policy", "same-origin");
    response.set_header("Cross-Origin-Resource-Policy", "same-origin");
    response.set_header("Cache-Control", "no-cache");
}

/// The request names this server by a loopback name. A page elsewhere whose host name was pointed at
/// 127.0.0.1 does not.
bool names_loopback(const httplib::Request& request, int port) {
    if (request.get_header_value_count("Host") != 1) {
        return false;
    }
    const std::string host = request.get_header_value("Host");
    return host == fmt::format("{}:{}", kLoopback, port) || host == fmt::format("localhost:{}", port);
}

void answer(const Assets& assets, int port, const httplib::Request& request, httplib::Response& response) {
    set_security_headers(response);
    if (!names_loopback(request, port)) {
        response.status = 421;
        response.set_content("The Host header does not name this server.\n", "text/plain; charset=utf-8");
        return;
    }
    if (request.method != "GET" && request.method != "HEAD") {
        response.status = 405;
        response.set_header("Allow", "GET, HEAD");
        return;
    }
    const auto asset = assets.find(request.path);
    if (asset == assets.end()) {
        response.status = 404;
        response.set_content("There is no such file.\n", "text/plain; charset=utf-8");
        return;
    }
    response.status = 200;
    // A provider of known length is sent as it is: set_content() would compress scripts anew for every
    // request, with brotli at its slowest, which takes seconds and saves nothing on a loopback.
    const std::string& text = asset->second.text;
    response.set_content_provider(text.size(), asset->second.type,
                                  [&text](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                                      return sink.write(text.data() + offset, length);
                                  });
}

/// Connections that are answered at a time. Each has a thread, most of them asleep.
constexpr std::size_t kConnections = 64;
/// How long a connection may say nothing. A browser on this machine sends its request at once.
constexpr std::time_t kPatienceSeconds = 1;

/// The server's threads. Connections that wait for one when the server ends are not answered any more.
class Connections : public httplib::TaskQueue {
  public:
    Connections() {
        for (std::size_t i = 0; i < kConnections; ++i) {
            threads_.emplace_back([this] { work(); });
        }
    }
    void enqueue(std::function<void()> answer) override {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            waiting_.push_back(std::move(answer));
        }
        changed_.notify_one();
    }
    void shutdown() override {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            ended_ = true;
        }
        changed_.notify_all();
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }

  private:
    void work() {
        std::unique_lock<std::mutex> lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
            if (ended_) {
                return;
            }
            const std::function<void()> answer = std::move(waiting_.front());
            waiting_.pop_front();
            lock.unlock();
            answer();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> waiting_;
    std::vector<std::thread> threads_;
    bool ended_ = false;
};

/// Signals that end the server, kept from every thread but the one that waits for them.
sigset_t ending_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    return signals;
}

} // namespace

Exit serve(Io& io, const ServeOptions& options) {
    const std::string folder = options.folder.empty() ? find_console(io.program) : options.folder;
    if (folder.empty()) {
        return fail(io, options.common, "console-missing",
                    "the console is not there; build it with ./dev build web, or name its folder with --dir");
    }
    Assets assets;
    if (const std::string problem = read_assets(folder, assets); !problem.empty()) {
        return fail(io, options.common, "console-missing", problem);
    }
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);

    httplib::Server server;
    int port = options.port;
    // Set before any request can come in, read by the server's threads.
    server.set_pre_routing_handler([&](const httplib::Request& request, httplib::Response& response) {
        answer(assets, port, request, response);
        return httplib::Server::HandlerResponse::Handled;
    });
    server.set_payload_max_length(1024);
    server.set_read_timeout(kPatienceSeconds);
    server.set_write_timeout(kPatienceSeconds);
    server.set_keep_alive_timeout(kPatienceSeconds);
    // The server takes it over, and deletes it.
    server.new_task_queue = [] { return std::make_unique<Connections>().release(); };
    if (port == 0) {
        port = server.bind_to_any_port(kLoopback);
    } else if (!server.bind_to_port(kLoopback, port)) {
        port = -1;
    }
    if (port < 0) {
        return fail(io, options.common, "port-taken",
                    fmt::format("cannot listen on {}:{}; try --port 0", kLoopback, options.port));
    }
    std::thread listener([&] { server.listen_after_bind(); });
    io.out(fmt::format("http://{}:{}/\n", kLoopback, port));
    if (!options.common.quiet) {
        note(io, fmt::format("serving {}; Ctrl+C ends it", folder));
    }
    int signal = 0;
    sigwait(&signals, &signal);
    server.stop();
    listener.join();
    return Exit::Fine;
}

} // namespace weir::cli
