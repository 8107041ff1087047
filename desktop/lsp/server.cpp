#include "lsp/server.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/facade.h"

namespace weir::lsp {

namespace {

using nlohmann::json;

// Numbers of JSON-RPC and of the protocol.
constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;
constexpr int kInternalError = -32603;
constexpr int kNotInitialized = -32002;
constexpr int kCancelled = -32800;

/// Messages are a few levels deep; what is deeper is dropped while it is read.
constexpr int kDeepest = 64;

const json& member(const json& object, const char* name) {
    static const json kNull;
    if (!object.is_object()) {
        return kNull;
    }
    const auto found = object.find(name);
    return found == object.end() ? kNull : *found;
}

std::string text_of(const json& value) {
    return value.is_string() ? value.get<std::string>() : std::string();
}

bool holds(const json& list, const char* word) {
    return list.is_array() && std::find(list.begin(), list.end(), json(word)) != list.end();
}

Encoding choose_encoding(const json& offered) {
    if (offered.is_array()) {
        for (const json& one : offered) {
            for (const Encoding known : {Encoding::Utf8, Encoding::Utf16, Encoding::Utf32}) {
                if (one == encoding_name(known)) {
                    return known;
                }
            }
        }
    }
    return Encoding::Utf16;
}

} // namespace

Server::Server(Host host) : workspace_(buffers_, std::move(host)) {}

void Server::send(const json& message) {
    output_.push_back(message.dump(-1, ' ', false, json::error_handler_t::replace));
}

void Server::fail(const json& id, int code, const std::string& message) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

std::vector<std::string> Server::take_output() {
    return std::exchange(output_, {});
}

void Server::receive_broken() {
    fail(nullptr, kParseError, "the header has no Content-Length that can be used");
}

void Server::receive(const std::string& body) {
    json message = json::parse(
        body, [](int depth, json::parse_event_t /*event*/, json& /*value*/) { return depth <= kDeepest; }, false);
    if (message.is_discarded()) {
        fail(nullptr, kParseError, "the message is not JSON in UTF-8");
        return;
    }
    if (message.is_object() && member(message, "method") == "$/cancelRequest") {
        const json& id = member(member(message, "params"), "id");
        const bool waits = std::any_of(waiting_.begin(), waiting_.end(),
                                       [&](const json& one) { return !id.is_null() && member(one, "id") == id; });
        if (waits) {
            cancelled_.push_back(id);
        }
        return;
    }
    waiting_.push_back(std::move(message));
}

bool Server::step() {
    if (waiting_.empty()) {
        return false;
    }
    const json message = std::move(waiting_.front());
    waiting_.pop_front();
    handle(message);
    return true;
}

void Server::handle(const json& message) {
    const json& id = member(message, "id");
    const json& method = member(message, "method");
    const bool is_request = message.is_object() && message.contains("id");
    if (!message.is_object() || member(message, "jsonrpc") != "2.0" ||
        (is_request && !id.is_string() && !id.is_number_integer() && !id.is_null())) {
        fail(nullptr, kInvalidRequest, "the message is not a request of JSON-RPC 2.0");
        return;
    }
    if (!method.is_string()) {
        const bool answer = message.contains("result") || message.contains("error");
        if (!answer) {
            fail(is_request ? id : json(), kInvalidRequest, "the message has no method");
        }
        return; // the server asks nothing, so answers are for somebody else
    }
    const std::string name = method.get<std::string>();
    try {
        if (is_request) {
            request(id, name, member(message, "params"));
            return;
        }
        const auto known = notifications().find(name);
        const bool now = name == "exit" || (initialized_ && !shut_down_);
        if (known != notifications().end() && now) {
            (this->*known->second)(member(message, "params"));
        }
    } catch (const Problem& problem) {
        if (is_request) {
            fail(id, problem.code, problem.message);
        }
    } catch (const std::exception&) {
        if (is_request) {
            fail(id, kInternalError, "the request could not be answered");
        }
    }
}

void Server::request(const json& id, const std::string& method, const json& params) {
    const auto cancelled = std::find(cancelled_.begin(), cancelled_.end(), id);
    if (cancelled != cancelled_.end()) {
        cancelled_.erase(cancelled);
        fail(id, kCancelled, "the request was cancelled");
        return;
    }
    if (!initialized_ && method != "initialize") {
        fail(id, kNotInitialized, "initialize comes first");
        return;
    }
    if (shut_down_ || (initialized_ && method == "initialize")) {
        fail(id, kInvalidRequest, shut_down_ ? "the server has been shut down" : "the server is initialized already");
        return;
    }
    const auto known = requests().find(method);
    if (known == requests().end()) {
        fail(id, kMethodNotFound, "the server does not know this method");
        return;
    }
    send({{"jsonrpc", "2.0"}, {"id", id}, {"result", (this->*known->second)(params)}});
}

const std::map<std::string, Server::Handler, std::less<>>& Server::requests() {
    static const std::map<std::string, Handler, std::less<>> kRequests = {
        {"initialize", &Server::initialize},
        {"shutdown", &Server::shutdown},
        {"textDocument/completion", &Server::completion},
        {"textDocument/hover", &Server::hover},
        {"textDocument/definition", &Server::definition},
        {"textDocument/codeAction", &Server::code_action},
        {"textDocument/documentSymbol", &Server::document_symbol},
        {"textDocument/prepareRename", &Server::prepare_rename},
        {"textDocument/rename", &Server::rename},
        {"textDocument/formatting", &Server::formatting},
    };
    return kRequests;
}

const std::map<std::string, void (Server::*)(const json&), std::less<>>& Server::notifications() {
    static const std::map<std::string, void (Server::*)(const json&), std::less<>> kNotifications = {
        {"textDocument/didOpen", &Server::did_open},
        {"textDocument/didChange", &Server::did_change},
        {"textDocument/didClose", &Server::did_close},
        {"textDocument/didSave", &Server::did_save},
        {"workspace/didChangeWatchedFiles", &Server::did_save},
        {"exit", &Server::exit},
    };
    return kNotifications;
}

json Server::initialize(const json& params) {
    const json& capabilities = member(params, "capabilities");
    workspace_.set_encoding(choose_encoding(member(member(capabilities, "general"), "positionEncodings")));
    const json& hover = member(member(capabilities, "textDocument"), "hover");
    markdown_ = holds(member(hover, "contentFormat"), "markdown");
    initialized_ = true;
    return {{"capabilities",
             {{"positionEncoding", encoding_name(workspace_.encoding())},
              {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", {{"includeText", false}}}}},
              {"completionProvider", {{"triggerCharacters", {".", ":", " ", "'", "\"", "[", "{", ","}}}},
              {"hoverProvider", true},
              {"definitionProvider", true},
              {"documentSymbolProvider", true},
              {"renameProvider", {{"prepareProvider", true}}},
              {"documentFormattingProvider", true},
              {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}}}},
            {"serverInfo", {{"name", "weir"}, {"version", std::string(version())}}}};
}

json Server::shutdown(const json& /*params*/) {
    shut_down_ = true;
    return nullptr;
}

void Server::exit(const json& /*params*/) {
    exited_ = true;
}

void Server::did_open(const json& params) {
    const json& document = member(params, "textDocument");
    const json& text = member(document, "text");
    const std::string uri = text_of(member(document, "uri"));
    if (!uri.empty() && text.is_string()) {
        buffers_.open(uri, text.get<std::string>(), member(document, "version"));
        workspace_.touch(uri);
        news_ = true;
    }
}

void Server::did_change(const json& params) {
    const json& document = member(params, "textDocument");
    Buffer* buffer = buffers_.find(text_of(member(document, "uri")));
    if (buffer != nullptr && Buffers::change(*buffer, member(params, "contentChanges"), workspace_.encoding())) {
        buffer->version = member(document, "version");
        workspace_.touch(buffer->uri);
        news_ = true;
    }
}

void Server::did_close(const json& params) {
    const std::string uri = text_of(member(member(params, "textDocument"), "uri"));
    buffers_.close(uri);
    workspace_.touch(uri);
    news_ = true;
}

void Server::did_save(const json& /*params*/) {
    workspace_.touch_all();
    news_ = true;
}

void Server::publish() {
    news_ = false;
    workspace_.refresh();
    Diagnostics all = workspace_.diagnostics();
    for (const auto& [uri, last] : published_) {
        all.try_emplace(uri); // told of findings once: to be told when they are gone
    }
    for (const auto& [uri, buffer] : buffers_.all()) {
        if (buffer.is_contract()) {
            all.try_emplace(uri);
        }
    }
    for (const auto& [uri, found] : all) {
        json list = json::array();
        for (const Diagnostic& diagnostic : found) {
            list.push_back(diagnostic.body);
        }
        json params = {{"uri", uri}, {"diagnostics", std::move(list)}};
        const Buffer* buffer = buffers_.find(uri);
        if (buffer != nullptr && buffer->version.is_number_integer()) {
            params["version"] = buffer->version;
        }
        const std::string told = params.dump(-1, ' ', false, json::error_handler_t::replace);
        std::string& last = published_[uri];
        if (last != told) {
            last = told;
            send({{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", std::move(params)}});
        }
        if (found.empty() && buffer == nullptr) {
            published_.erase(uri);
        }
    }
}

const Buffer& Server::buffer_of(const json& params) {
    const Buffer* buffer = buffers_.find(text_of(member(member(params, "textDocument"), "uri")));
    if (buffer == nullptr) {
        throw Problem{kInvalidParams, "textDocument is not open"};
    }
    return *buffer;
}

Position Server::position_of(const Buffer& buffer, const json& params) const {
    Position at;
    if (!position_from_client(*buffer.text, member(params, "position"), workspace_.encoding(), at)) {
        throw Problem{kInvalidParams, "position is none"};
    }
    return at;
}

void Server::ask(const json& params, const std::function<void(const Buffer&, const Question&)>& use) {
    const Buffer& buffer = buffer_of(params);
    const Position at = position_of(buffer, params);
    workspace_.refresh();
    workspace_.ask(buffer, at, [&](const Question& question) { use(buffer, question); });
}

} // namespace weir::lsp
