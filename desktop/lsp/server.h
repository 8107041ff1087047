#pragma once

/// \file
/// The protocol: messages in, messages out. It reads and writes no pipe (run.h does).

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "lsp/workspace.h"

namespace weir::lsp {

class Server {
  public:
    explicit Server(Host host);

    /// Takes one message. Notes a cancellation at once, the rest for step().
    void receive(const std::string& body);
    /// The stream of messages cannot be read any more.
    void receive_broken();
    /// Answers the oldest message that waits. False when none does.
    bool step();
    /// Findings wait to be published. Whoever sees more messages coming lets them wait.
    [[nodiscard]] bool has_news() const { return initialized_ && !shut_down_ && news_; }
    void publish();

    /// What is to be sent, and is then forgotten.
    [[nodiscard]] std::vector<std::string> take_output();
    [[nodiscard]] bool exited() const { return exited_; }
    /// 0 after a shutdown, else 1.
    [[nodiscard]] int exit_code() const { return shut_down_ ? 0 : 1; }

  private:
    using json = nlohmann::json;
    using Handler = json (Server::*)(const json& params);
    struct Problem {
        int code;
        std::string message;
    };

    static const std::map<std::string, Handler, std::less<>>& requests();
    static const std::map<std::string, void (Server::*)(const json&), std::less<>>& notifications();

    void send(const json& message);
    void fail(const json& id, int code, const std::string& message);
    void handle(const json& message);
    void request(const json& id, const std::string& method, const json& params);

    json initialize(const json& params);
    json shutdown(const json& params);
    json completion(const json& params);
    json hover(const json& params);
    json definition(const json& params);
    json code_action(const json& params);
    json document_symbol(const json& params);
    json prepare_rename(const json& params);
    json rename(const json& params);
    json formatting(const json& params);

    void did_open(const json& params);
    void did_change(const json& params);
    void did_close(const json& params);
    void did_save(const json& params);
    void exit(const json& params);

    const Buffer& buffer_of(const json& params);
    [[nodiscard]] Position position_of(const Buffer& buffer, const json& params) const;
    void ask(const json& params, const std::function<void(const Buffer&, const Question&)>& use);

    Buffers buffers_;
    Workspace workspace_;
    std::deque<json> waiting_;
    std::vector<json> cancelled_;
    std::vector<std::string> output_;
    std::map<std::string, std::string> published_; ///< what each URI was last told
    bool initialized_ = false;
    bool shut_down_ = false;
    bool exited_ = false;
    bool news_ = false;
    bool markdown_ = false;
};

} // namespace weir::lsp
