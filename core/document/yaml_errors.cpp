#include "document/yaml_errors.h"

#include <algorithm>
#include <array>

#include "document/scan.h"

namespace weir {

namespace {

constexpr std::string_view kIndentHelp =
    "Check the indentation: the keys of one mapping start in the same column; quote a value that holds \": \".";

constexpr std::string_view kColonHelp =
    "Check the indentation, and that the line above has its colon; quote a value that holds \": \".";

/// What to tell people for a message of yaml-cpp's.
struct YamlAdvice {
    std::string_view message;
    std::string_view help;
    bool in_escape = false; ///< the place is behind a backslash escape
};

struct Row {
    std::string_view reported; ///< the start of yaml-cpp's message
    YamlAdvice advice;
};

constexpr std::array kRows{
    Row{"illegal map value", {"a colon stands where no key is", kColonHelp}},
    Row{"illegal map key", {"a key stands where none may be", kIndentHelp}},
    Row{"end of map not found", {"this does not continue the mapping that it stands in", kIndentHelp}},
    Row{"end of map flow not found",
        {"a mapping in braces is not closed", "Separate entries by commas and close with }."}},
    Row{"end of sequence not found",
        {"this does not continue the list that it stands in", "start each item with \"- \", all in the same column"}},
    Row{"end of sequence flow not found",
        {"a list in brackets is not closed", "Separate items by commas and close with ]."}},
    Row{"illegal block entry",
        {"an item of a list stands where none may be",
         "start each item with \"- \" on a line of its own, all in the same column"}},
    Row{"illegal flow end", {"a closing bracket has no opening one", "Remove it, or quote the text that holds it."}},
    Row{"illegal tab", {"a tab is used as indentation", "Indent with spaces."}},
    Row{"illegal EOF in scalar", {"a quoted text is not closed", "Add the closing quote."}},
    Row{"illegal document indicator",
        {"a line that starts with --- or ... stands inside a quoted text",
         "Indent the line, or close the quote before it."}},
    Row{"unknown escape character",
        {"an escape that YAML does not know", R"(Write \\ for a backslash, or use single quotes.)", true}},
    Row{"bad character found while scanning hex number",
        {"an escape lacks its hexadecimal digits", "Write \\x with two, \\u with four or \\U with eight of them.",
         true}},
    Row{"invalid unicode",
        {"an escape names no character",
         "Write a character beyond U+FFFF as \\U with eight digits, not as a surrogate pair.", true}},
    Row{"the referenced anchor is not defined",
        {"an alias names no anchor before it", "Define it with & before it is used; quote a text that starts with *."}},
    Row{"alias not found after *", {"an alias has no name", "Quote a text that starts with *."}},
    Row{"anchor not found after &", {"an anchor has no name", "Quote a text that starts with &."}},
    Row{"illegal character found while scanning alias",
        {"an alias has a character that names may not have", "Quote a text that starts with *."}},
    Row{"illegal character found while scanning anchor",
        {"an anchor has a character that names may not have", "Quote a text that starts with &."}},
    Row{"cannot assign multiple tags", {"a value has two tags", "keep one of them"}},
    Row{"cannot assign multiple anchors", {"a value has two anchors", "keep one of them"}},
    Row{"cannot set zero indentation", {"a block text cannot be indented by 0", "Write a digit from 1 to 9, or none."}},
    Row{"unexpected character in block scalar",
        {"text stands behind the | or > of a block text", "start the text on the next line"}},
    Row{"YAML directives must have", {"a %YAML line takes one version", "Write %YAML 1.2, or remove the line."}},
    Row{"bad YAML version", {"a %YAML line names no version", "Write %YAML 1.2, or remove the line."}},
    Row{"YAML major version too large",
        {"a %YAML line names a version that does not exist", "Write %YAML 1.2, or remove the line."}},
    Row{"repeated YAML directive", {"a second %YAML line", "Remove it."}},
    Row{"TAG directives must have", {"a %TAG line takes a handle and a prefix", "Remove the line."}},
    Row{"repeated TAG directive", {"a second %TAG line for one handle", "Remove it."}},
    Row{"illegal character found while scanning tag",
        {"a tag has a character that tags may not have", "Quote a text that starts with !."}},
    Row{"tag handle with no suffix", {"a tag has no name", "Quote a text that starts with !."}},
    Row{"end of verbatim tag not found", {"a tag is not closed", "Quote a text that starts with !."}},
};

YamlAdvice yaml_advice(std::string_view reported, std::string_view rest) {
    for (const Row& row : kRows) {
        if (reported.starts_with(row.reported)) {
            return row.advice;
        }
    }
    if (rest.empty()) {
        return {"the text ends too early", "Close what is open."};
    }
    return {"a value starts with a character that plain values may not start with", "Quote the value."};
}

/// The opening quote that has no closing one, looked for from `from`; kNoOffset when there is none.
std::uint32_t unclosed_quote(std::string_view text, std::uint32_t from) {
    constexpr std::string_view kBefore = " \t\r\n,[{:";
    std::uint32_t at = from;
    while (at < text.size()) {
        const bool starts = at == 0 || kBefore.find(text[at - 1]) != std::string_view::npos;
        if (text[at] == '#' && starts) {
            at = skip_trivia(text, at);
        } else if ((text[at] == '"' || text[at] == '\'') && starts) {
            const std::uint32_t end = end_of_quoted(text, at);
            if (end == kNoOffset) {
                return at;
            }
            at = end;
        } else {
            ++at;
        }
    }
    return kNoOffset;
}

/// The first tab in the indentation of the line that `at` stands in; kNoOffset when there is none.
std::uint32_t tab_of_line(std::string_view text, std::uint32_t at) {
    const std::uint32_t line = at - column_of(text, at);
    const std::size_t end = std::min(text.find_first_not_of(" \t", line), text.size());
    const std::size_t tab = text.substr(line, end - line).find('\t');
    return tab == std::string_view::npos ? kNoOffset : line + static_cast<std::uint32_t>(tab);
}

/// The offset with which `at` lies in the text.
std::uint32_t within(std::string_view text, std::int64_t at) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(text.size())));
}

std::string_view text_of(DocumentBuilder& builder) {
    return builder.document().sources()[builder.file()].text();
}

/// What the error is about: the escape, the opening quote, or the character where yaml-cpp stopped.
Span span_of(DocumentBuilder& builder, const YamlError& error, const YamlAdvice& advice) {
    const std::string_view text = text_of(builder);
    const std::uint32_t at = within(text, error.at);
    if (advice.in_escape) {
        const std::size_t backslash = text.substr(0, at).rfind('\\');
        if (backslash != std::string_view::npos) {
            return {builder.file(), static_cast<std::uint32_t>(backslash), at};
        }
    }
    if (error.reported.starts_with("illegal EOF in scalar")) {
        const std::uint32_t quote = unclosed_quote(text, error.cursor);
        if (quote != kNoOffset) {
            return {builder.file(), quote, quote + 1};
        }
    }
    const bool line_end = at < text.size() && (text[at] == '\n' || text[at] == '\r');
    return {builder.file(), at, line_end ? at : next_code_point(text, at)};
}

} // namespace

void report_yaml_error(DocumentBuilder& builder, const YamlError& error) {
    const std::string_view text = text_of(builder);
    const std::uint32_t at = within(text, error.at);
    const auto& frames = builder.frames();
    const bool in_flow = !frames.empty() && !frames.back().block;
    const std::uint32_t tab = in_flow ? kNoOffset : tab_of_line(text, at);
    if (tab != kNoOffset) {
        if (tab != error.reported_tab) {
            Finding& finding = builder.problems().add(Code::yaml_tab, Span{builder.file(), tab, tab + 1},
                                                      "a tab is used as indentation");
            finding.help = "Indent with spaces.";
        }
        return;
    }
    const YamlAdvice advice = yaml_advice(error.reported, text.substr(at));
    Finding& finding =
        builder.problems().add(Code::yaml_syntax, span_of(builder, error, advice), std::string(advice.message));
    finding.path = builder.path();
    finding.help = advice.help;
    if (in_flow) {
        finding.related.push_back({"it is opened here", builder.opening(frames.back().begin)});
    }
}

void report_yaml_rest(DocumentBuilder& builder, std::int64_t position) {
    const std::string_view text = text_of(builder);
    const std::uint32_t at = within(text, position);
    if (text.substr(at).starts_with("---")) {
        Finding& finding = builder.problems().add(Code::yaml_second_document, Span{builder.file(), at, at + 3},
                                                  "the text holds a second document");
        finding.help = "Put it into a file of its own.";
    } else {
        Finding& finding =
            builder.problems().add(Code::yaml_syntax, Span{builder.file(), at, next_code_point(text, at)},
                                   "text stands behind the end of the document");
        finding.help = "Check the indentation of this line.";
    }
}

void report_yaml_directive(DocumentBuilder& builder, std::uint32_t from) {
    const std::string_view text = text_of(builder);
    std::uint32_t at = skip_trivia(text, from);
    while (text.substr(at).starts_with("...")) {
        at = skip_trivia(text, at + 3);
    }
    if (at < text.size() && text[at] == '%') {
        Finding& finding = builder.problems().add(Code::yaml_syntax, Span{builder.file(), at, at + 1},
                                                  "a line behind the document starts with %");
        finding.help = "Remove it, or quote or indent a text that starts with %.";
    }
}

} // namespace weir
