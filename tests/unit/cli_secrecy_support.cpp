#include "cli_secrecy.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli_support.h"
#include "lsp/server.h"
#include "weir/facade.h"

namespace secrecy_test {

using Json = nlohmann::ordered_json;

namespace {

/// How the block form writes the planted text.
enum class Style { Plain, Single, Double, Escaped, Folded, Broken };

std::string escaped(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        out += byte < 0x80 ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
    }
    return out + "\"";
}

/// Writes a contract as block YAML; texts that hold the canary in the style asked for, the others in quotes.
class Block {
  public:
    Block(std::string canary, Style style) : canary_(std::move(canary)), style_(style) {}

    std::string write(const Json& value) {
        below(value, 0);
        return out_;
    }

  private:
    void below(const Json& value, std::size_t indent) {
        for (const auto& [key, child] : value.items()) {
            out_.append(indent, ' ');
            out_ += value.is_array() ? "-" : (key.find(canary_) == std::string::npos ? key : scalar(key)) + ":";
            if (child.is_structured() && !child.empty()) {
                out_ += '\n';
                below(child, indent + 2);
            } else {
                out_ += " " + (child.is_string() ? scalar(child.get<std::string>(), indent) : child.dump()) + "\n";
            }
        }
    }

    std::string scalar(const std::string& text, std::size_t indent) {
        if (text.find(canary_) == std::string::npos) {
            return Json(text).dump();
        }
        const std::string deeper(indent + 4, ' ');
        switch (style_) {
        case Style::Plain:
            return text;
        case Style::Folded:
            return ">-\n" + deeper + text;
        case Style::Broken:
            return "\"\\\n" + deeper + text + "\"";
        default:
            return scalar(text);
        }
    }
    std::string scalar(const std::string& text) {
        std::string doubled;
        for (const char c : text) {
            doubled.append(c == '\'' ? 2 : 1, c);
        }
        return style_ == Style::Single    ? "'" + doubled + "'"
               : style_ == Style::Escaped ? escaped(text)
               : style_ == Style::Plain   ? text
                                          : Json(text).dump();
    }

    std::string out_;
    std::string canary_;
    Style style_;
};

Json as_json(const weir::Document& document, weir::NodeId id) {
    const weir::Node& node = document.node(id);
    if (node.kind == weir::NodeKind::Mapping) {
        Json object = Json::object();
        for (const weir::Entry& entry : document.entries(id)) {
            object[std::string(document.node(entry.key).text)] = as_json(document, entry.value);
        }
        return object;
    }
    if (node.kind == weir::NodeKind::Sequence) {
        Json list = Json::array();
        for (const weir::NodeId item : document.items(id)) {
            list.push_back(as_json(document, item));
        }
        return list;
    }
    return node.kind == weir::NodeKind::String ? Json(std::string(node.text)) : Json::parse(node.text);
}

const Json& base() {
    static const Json kBase = [] {
        weir::FileSet files;
        files["a.yaml"].text = cli_test::tree("tests/codes/base.fluid.yaml");
        const weir::ReadDocument read = weir::read_document(files, "a.yaml", "");
        return as_json(*read.document, read.document->root());
    }();
    return kBase;
}

std::string filled(std::string text, const std::string& canary) {
    const std::size_t at = text.find("{}");
    return at == std::string::npos ? text : text.replace(at, 2, canary);
}

Json filled(const Json& value, const std::string& canary) {
    if (value.is_string()) {
        return filled(value.get<std::string>(), canary);
    }
    Json out = value;
    if (value.is_object()) {
        out = Json::object();
    }
    for (const auto& [key, child] : value.items()) {
        if (value.is_object()) {
            out[filled(key, canary)] = filled(child, canary);
        } else if (value.is_array()) {
            out[std::stoul(key)] = filled(child, canary);
        }
    }
    return out;
}

std::string base64(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i + 2 < text.size(); i += 3) {
        const auto at = [&](std::size_t k) { return static_cast<unsigned char>(text[i + k]); };
        const unsigned bits = (unsigned{at(0)} << 16U) | (unsigned{at(1)} << 8U) | at(2);
        for (const unsigned shift : {18U, 12U, 6U, 0U}) {
            out += kDigits[(bits >> shift) & 63U];
        }
    }
    return out;
}

std::string encoded(std::string_view text, std::string_view before, bool upper, bool all) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool as_is = !all && byte < 0x80;
        out += as_is ? std::string(1, c)
                     : std::string(before) + (upper ? fmt::format("{:02X}", byte) : fmt::format("{:02x}", byte));
    }
    return out;
}

std::string run(std::vector<std::string> arguments, bool terminal, std::uint32_t width) {
    cli_test::TestIo io;
    io.out_is_terminal = terminal;
    io.err_is_terminal = terminal;
    io.width = width;
    const weir::cli::Exit exit = weir::cli::run(io, arguments);
    const bool product = arguments.front() == "generate" && exit == weir::cli::Exit::Fine;
    // SQL is what generate is for; it is written only of a contract that is valid.
    return (product ? std::string() : io.result) + io.notes;
}

/// What the language server says of a file that is opened: its findings and their fixes, hovers and completions
/// all over the text.
std::string served(const std::string& file, const Text& text) {
    weir::lsp::Server server((weir::lsp::Host()));
    std::string said;
    int id = 0;
    const auto tell = [&](const char* method, const Json& params, bool request) {
        Json message = {{"jsonrpc", "2.0"}, {"method", method}, {"params", params}};
        if (request) {
            message["id"] = ++id;
        }
        server.receive(message.dump(-1, ' ', false, Json::error_handler_t::replace));
        while (server.step()) {
        }
        if (server.has_news()) {
            server.publish();
        }
        for (const std::string& output : server.take_output()) {
            said += output + "\n";
        }
    };
    const std::string uri = "file://" + file;
    tell("initialize", {{"capabilities", Json::object()}}, true);
    tell("initialized", Json::object(), false);
    tell("textDocument/didOpen",
         {{"textDocument", {{"uri", uri}, {"languageId", "yaml"}, {"version", 1}, {"text", text.text}}}}, false);
    const Json document = {{"uri", uri}};
    const Json whole = {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 100000}, {"character", 0}}}};
    tell("textDocument/codeAction",
         {{"textDocument", document}, {"range", whole}, {"context", {{"diagnostics", Json::array()}}}}, true);
    const auto lines = std::count(text.text.begin(), text.text.end(), '\n') + 1;
    for (std::ptrdiff_t line = 0; line < std::min<std::ptrdiff_t>(lines, 400); line += 3) {
        const Json at = {{"textDocument", document}, {"position", {{"line", line}, {"character", 22}}}};
        tell("textDocument/hover", at, true);
        tell("textDocument/completion", at, true);
    }
    return said;
}

} // namespace

std::vector<Text> spellings(const Plant& plant, const std::string& canary) {
    Json contract = base();
    const Json::json_pointer pointer(plant.pointer);
    if (plant.key.empty()) {
        contract[pointer] = filled(plant.value, canary);
    } else {
        contract[pointer][filled(plant.key, canary)] = filled(plant.value, canary);
    }
    std::vector<Text> texts = {
        {"a.json", contract.dump()}, {"b.json", contract.dump(2)}, {"flow.yaml", contract.dump()}};
    const std::string value = plant.value.dump();
    for (const Style style :
         {Style::Plain, Style::Single, Style::Double, Style::Escaped, Style::Folded, Style::Broken}) {
        const bool raw = style != Style::Double && style != Style::Escaped;
        const bool odd = raw && value.find('\\') != std::string::npos; // a line break, a control character
        const bool special = style == Style::Plain && value.find_first_of(" #*&!'[]`;/") != std::string::npos;
        if (!odd && !special) {
            texts.push_back(
                {fmt::format("block{}.yaml", static_cast<int>(style)), Block(canary, style).write(contract)});
        }
    }
    return texts;
}

std::vector<Text> outputs_of(const Text& text, bool all) {
    const cli_test::Folder folder;
    const std::string file = folder.write(text.name, text.text);
    const std::string other = folder.write("base.fluid.yaml", cli_test::tree("tests/codes/base.fluid.yaml"));
    std::vector<Text> outputs;
    const auto add = [&](const std::string& name, std::string output) { outputs.push_back({name, std::move(output)}); };
    add("validate", run({"validate", file}, false, 160));
    add("validate --format json", run({"validate", file, "--format", "json"}, false, 80));
    add("diff", run({"diff", file, "--baseline", other}, false, 160));
    add("diff --format json, as the baseline", run({"diff", other, "--baseline", file, "--format", "json"}, false, 80));
    static_cast<void>(folder.write("planted/contract.fluid.yaml", text.text));
    static_cast<void>(folder.write("plain/contract.fluid.yaml", cli_test::tree("tests/codes/base.fluid.yaml")));
    for (const bool forward : {true, false}) {
        const std::string site = folder.path(forward ? "site" : "site-of-the-baseline");
        run({"preview", "--base", folder.path(forward ? "plain" : "planted"), "--head",
             folder.path(forward ? "planted" : "plain"), "--out", site},
            false, 80);
        for (const auto& page : std::filesystem::recursive_directory_iterator(site)) {
            if (page.is_regular_file()) {
                add("preview, " + page.path().filename().string(), cli_test::read(page.path()));
            }
        }
    }
    if (!all) {
        return outputs;
    }
    add("validate, colours, 80 columns", run({"validate", file}, true, 80));
    add("diff, colours, 80 columns", run({"diff", file, "--baseline", other}, true, 80));
    for (const char* format : {"sarif", "junit", "github"}) {
        add(std::string("validate --format ") + format, run({"validate", file, "--format", format}, false, 80));
    }
    add("generate", run({"generate", "flink", file, "--print", "sql"}, true, 80));
    add("generate --format json", run({"generate", "flink", file, "--print", "sql", "--format", "json"}, false, 80));
    add("policy", run({"policy", file}, true, 160));
    add("policy --format json", run({"policy", file, "--for", "verify", "--format", "json"}, false, 80));
    add("diff, as the baseline", run({"diff", other, "--baseline", file}, false, 80));
    add("diff --format json", run({"diff", file, "--baseline", other, "--format", "json"}, false, 80));
    add("diff --format html", run({"diff", file, "--baseline", other, "--format", "html"}, false, 80));
    for (const char* op : {"validate", "compile", "diff", "policy"}) {
        Json request = {{"op", op}, {"file", text.name}, {"baseline", "base.fluid.yaml"}};
        request["files"][text.name] = text.text;
        request["files"]["base.fluid.yaml"] = cli_test::tree("tests/codes/base.fluid.yaml");
        add(std::string("weir_call ") + op, weir::weir_call(request.dump()));
    }
    add("the language server", served(file, text));
    return outputs;
}

Canary::Canary(std::string text) : text_(std::move(text)) {
    forms_ = {text_,
              encoded(text_, "%", true, false),
              encoded(text_, "", false, true),
              encoded(text_, "\\x", false, true),
              base64(text_),
              base64(text_.substr(1)),
              base64(text_.substr(2)),
              Json(text_).dump(-1, ' ', true)};
    for (const std::string& form : forms_) {
        for (std::size_t at = 0; at + kPiece <= form.size(); ++at) {
            const std::string_view piece = std::string_view(form).substr(at, kPiece);
            pieces_[static_cast<unsigned char>(piece[0])].push_back(piece);
        }
    }
}

std::string Canary::echo_in(std::string_view output) const {
    for (std::size_t at = 0; at + kPiece <= output.size(); ++at) {
        for (const std::string_view piece : pieces_[static_cast<unsigned char>(output[at])]) {
            if (output.substr(at, kPiece) == piece) {
                return std::string(output.substr(at < 200 ? 0 : at - 200, 300));
            }
        }
    }
    return {};
}

std::vector<Text> with_everywhere(const std::string& canary) {
    std::vector<Text> texts;
    const Json flat = base().flatten();
    for (const auto& [pointer, value] : flat.items()) {
        const Json::json_pointer at(pointer);
        Json contract = base();
        contract[at] = canary;
        texts.push_back({"value.json", contract.dump(1)});
        const Json::json_pointer above = at.parent_pointer();
        if (base()[above].is_object()) {
            contract = base();
            contract[above].erase(at.back());
            contract[above][canary] = value;
            texts.push_back({"key.json", contract.dump(1)});
        }
    }
    return texts;
}

const std::vector<Canary>& canaries() {
    static const std::vector<Canary> kCanaries = [] {
        std::vector<Canary> made;
        for (const char* text : {"Zq7Kx9Wm2Vt5Rb8Nc3Jh6Lp", "swordfishHunterPlumVelvet", "päßwörtGeheimÜberÑandú"}) {
            made.emplace_back(text);
        }
        return made;
    }();
    return kCanaries;
}

std::vector<std::string> codes_of(const Text& text) {
    weir::FileSet files;
    files[text.name].text = text.text;
    std::set<std::string> codes;
    for (const weir::Finding& finding : weir::check(files, text.name).findings) {
        codes.insert(std::string(weir::code_info(finding.code).slug));
    }
    return {codes.begin(), codes.end()};
}

} // namespace secrecy_test
