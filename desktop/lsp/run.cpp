#include "lsp/run.h"

#include <array>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

#include "live/write.h"
#include "lsp/framing.h"
#include "lsp/server.h"

namespace weir::lsp {

namespace {

/// So long, in milliseconds, findings wait for the next key stroke.
constexpr int kPause = 20;

/// Something can be read, or the stream has ended, within `wait` milliseconds; -1 waits for ever.
bool ready(int in, int wait) {
    pollfd descriptor{in, POLLIN, 0};
    const int answer = poll(&descriptor, 1, wait);
    return answer > 0 || (answer < 0 && errno != EINTR);
}

class Loop {
  public:
    Loop(int in, int out, Host host) : in_(in), out_(out), server_(std::move(host)) {}

    int run() {
        bool waiting = false; // messages wait in the server
        while (!server_.exited()) {
            const int wait = waiting ? 0 : server_.has_news() ? kPause : -1;
            if (ready(in_, wait)) {
                if (!read_some()) {
                    return finish();
                }
                waiting = true;
                continue; // what has arrived already may cancel what waits
            }
            waiting = server_.step();
            if (!waiting && server_.has_news()) {
                server_.publish();
            }
            if (!send()) {
                return 1;
            }
        }
        return server_.exit_code();
    }

  private:
    bool read_some() {
        const ssize_t count = read(in_, bytes_.data(), bytes_.size());
        if (count < 0 && errno == EINTR) {
            return true;
        }
        if (count <= 0) {
            return false;
        }
        framing_.feed(std::string_view(bytes_.data(), static_cast<std::size_t>(count)));
        while (const auto body = framing_.next()) {
            server_.receive(*body);
        }
        if (framing_.broken()) {
            server_.receive_broken();
            return false;
        }
        return true;
    }

    /// The stream is over: what has come in is still answered.
    int finish() {
        while (!server_.exited() && server_.step()) {
        }
        if (server_.has_news()) {
            server_.publish();
        }
        (void)send();
        return server_.exited() ? server_.exit_code() : 1;
    }

    bool send() {
        for (const std::string& body : server_.take_output()) {
            if (!live::write_all(out_, framed(body))) {
                return false;
            }
        }
        return true;
    }

    int in_;
    int out_;
    Framing framing_;
    Server server_;
    std::array<char, std::size_t{64} * 1024> bytes_{};
};

} // namespace

int run(int in, int out, Host host) {
    return Loop(in, out, std::move(host)).run();
}

} // namespace weir::lsp
