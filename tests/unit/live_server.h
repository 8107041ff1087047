#pragma once

// A server of this process on a free port of loopback, for as long as it lives.

#include <chrono>
#include <thread>

#include <httplib.h>

namespace weir::test {

/// A class derived from it says what is answered, then calls start(); it ends with finish(), while what it answers with
/// is still there.
class LocalServer {
  public:
    LocalServer() = default;
    LocalServer(const LocalServer&) = delete;
    LocalServer& operator=(const LocalServer&) = delete;

  protected:
    ~LocalServer() = default;

    void start() {
        port_ = server_.bind_to_any_port("127.0.0.1");
        thread_ = std::thread([this] { server_.listen_after_bind(); });
        while (!server_.is_running()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    void finish() {
        server_.stop();
        thread_.join();
    }

    httplib::Server server_;
    int port_ = 0;

  private:
    std::thread thread_;
};

} // namespace weir::test
