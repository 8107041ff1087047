// Any text with the cursor anywhere, and any message, to the language server.
//
// The first byte tells: an even one takes the rest as a text, after two bytes of position; an odd one
// takes it as a stream of messages, one a line.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "lsp/framing.h"
#include "lsp/server.h"
#include "require.h"
#include "weir/facade.h"

namespace {

using nlohmann::json;

constexpr const char* kFile = "a.fluid.yaml";

bool before(weir::Position a, weir::Position b) {
    return a.line < b.line || (a.line == b.line && a.column <= b.column);
}

/// Texts that the document reader refuses for their bytes are not worth completing.
void ask(std::string_view text, std::uint32_t offset) {
    weir::FileSet files;
    files[kFile].text = std::string(text);
    files["b.yaml"].text = "- {name: a, type: string}\n- {name: b, type: struct, fields: [{name: c, type: int}]}\n";
    const weir::SourceText source(kFile, std::string(text));
    weir::Question question;
    question.file = kFile;
    question.text = source.text();
    // A cursor stands before a CRLF or after it, never within.
    const bool within = offset > 0 && offset < text.size() && text[offset - 1] == '\r' && text[offset] == '\n';
    question.at = source.position(within ? offset - 1 : offset);
    const weir::Checked checked = weir::check_while_typing(files, kFile, {}, kFile, question.at.line);
    if (checked.readable()) {
        question.contract = &checked.contract;
        question.plan = &checked.plan;
        question.findings = &checked.findings;
    }
    question.files = {kFile, "b.yaml"};
    for (const weir::Completion& item : weir::complete(question)) {
        require(!item.label.empty() && !item.text.empty(), "what is offered has a text");
        require(item.replace.start.line == question.at.line && item.replace.end.line == question.at.line,
                "what is replaced is on the cursor's line");
        require(before(item.replace.start, question.at) && before(question.at, item.replace.end),
                "what is replaced is around the cursor");
    }
    if (const auto hover = weir::hover(question)) {
        require(before(hover->range.start, hover->range.end), "a range does not end before it begins");
    }
    if (const auto found = weir::definition(question)) {
        require(found->file == kFile || found->file == "b.yaml", "a definition is in a known file");
        require(before(found->range.start, found->range.end), "a range does not end before it begins");
    }
}

/// No file is read: what the messages name is not there.
weir::live::LoadedContract load(const std::string& file, const weir::live::Overlay& overlay) {
    weir::live::LoadedContract loaded;
    loaded.found = true;
    loaded.files[file].text = overlay(file).value_or("");
    loaded.checked = weir::check(loaded.files, file);
    while (!loaded.checked.need.empty()) {
        for (const std::string& name : loaded.checked.need) {
            loaded.files[name].refusal = "no such file";
        }
        loaded.checked = weir::check(loaded.files, file);
    }
    return loaded;
}

void serve(std::string_view stream) {
    weir::lsp::Host host;
    host.load = load;
    weir::lsp::Server server(host);
    server.receive(R"({"jsonrpc":"2.0","id":"first","method":"initialize","params":{"capabilities":{}}})");
    while (!stream.empty() && !server.exited()) {
        const std::size_t end = std::min(stream.find('\n'), stream.size());
        weir::lsp::Framing framing;
        framing.feed(weir::lsp::framed(stream.substr(0, end)));
        const auto body = framing.next();
        require(body.has_value() && !framing.broken(), "what is framed can be read");
        server.receive(*body);
        stream.remove_prefix(std::min(end + 1, stream.size()));
        while (!server.exited() && server.step()) {
        }
        if (server.has_news()) {
            server.publish();
        }
        for (const std::string& message : server.take_output()) {
            const json object = json::parse(message, nullptr, false);
            require(object.is_object() && object.at("jsonrpc") == "2.0", "what is sent is JSON-RPC");
            const bool notified = object.contains("method");
            require(notified || object.contains("result") != object.contains("error"), "an answer is one of two");
            require(notified || !object.contains("error") || object.at("error").at("code") != -32603,
                    "no exception gets this far");
        }
    }
    weir::lsp::Framing raw({.header = 64, .body = 1024});
    raw.feed(stream);
    while (raw.next()) {
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 3) {
        return 0;
    }
    const std::string_view rest(reinterpret_cast<const char*>(data) + 3, size - 3);
    if (data[0] % 2 == 0) {
        const std::size_t share = static_cast<std::size_t>(data[1]) * 256 + data[2];
        ask(rest, static_cast<std::uint32_t>(share * rest.size() / 65535));
    } else {
        serve(rest);
    }
    return 0;
}
