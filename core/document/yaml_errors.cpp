#include "document/yaml_errors.h"

#include <array>

namespace weir {

namespace {

constexpr std::string_view kIndentHelp =
    "check the indentation: the keys of one mapping start in the same column; quote a value that holds \": \"";

struct Row {
    std::string_view reported; ///< the start of yaml-cpp's message
    YamlAdvice advice;
};

constexpr std::array kRows{
    Row{"illegal map value", {"a colon stands where no key is", kIndentHelp}},
    Row{"illegal map key", {"a key stands where none may be", kIndentHelp}},
    Row{"end of map not found", {"this does not continue the mapping that it stands in", kIndentHelp}},
    Row{"end of map flow not found",
        {"a mapping in braces is not closed", "separate entries by commas and close with }"}},
    Row{"end of sequence not found",
        {"this does not continue the list that it stands in", "start each item with \"- \", all in the same column"}},
    Row{"end of sequence flow not found",
        {"a list in brackets is not closed", "separate items by commas and close with ]"}},
    Row{"illegal block entry",
        {"an item of a list stands where none may be",
         "start each item with \"- \" on a line of its own, all in the same column"}},
    Row{"illegal flow end", {"a closing bracket has no opening one", "remove it, or quote the text that holds it"}},
    Row{"illegal tab", {"a tab is used as indentation", "indent with spaces"}},
    Row{"illegal EOF in scalar", {"a quoted text is not closed", "add the closing quote"}},
    Row{"illegal document indicator",
        {"a line that starts with --- or ... stands inside a quoted text",
         "indent the line, or close the quote before it"}},
    Row{"unknown escape character",
        {"an escape that YAML does not know", "write \\\\ for a backslash, or use single quotes"}},
    Row{"bad character found while scanning hex number",
        {"an escape lacks its hexadecimal digits", "write \\x with two, \\u with four or \\U with eight of them"}},
    Row{"invalid unicode",
        {"an escape names no character",
         "write a character beyond U+FFFF as \\U with eight digits, not as a surrogate pair"}},
    Row{"the referenced anchor is not defined",
        {"an alias names no anchor before it", "define it with & before it is used; quote a text that starts with *"}},
    Row{"alias not found after *", {"an alias has no name", "quote a text that starts with *"}},
    Row{"anchor not found after &", {"an anchor has no name", "quote a text that starts with &"}},
    Row{"illegal character found while scanning alias",
        {"an alias has a character that names may not have", "quote a text that starts with *"}},
    Row{"illegal character found while scanning anchor",
        {"an anchor has a character that names may not have", "quote a text that starts with &"}},
    Row{"cannot assign multiple tags", {"a value has two tags", "keep one of them"}},
    Row{"cannot assign multiple anchors", {"a value has two anchors", "keep one of them"}},
    Row{"cannot set zero indentation", {"a block text cannot be indented by 0", "write a digit from 1 to 9, or none"}},
    Row{"unexpected character in block scalar",
        {"text stands behind the | or > of a block text", "start the text on the next line"}},
    Row{"YAML directives must have", {"a %YAML line takes one version", "write %YAML 1.2, or remove the line"}},
    Row{"bad YAML version", {"a %YAML line names no version", "write %YAML 1.2, or remove the line"}},
    Row{"YAML major version too large",
        {"a %YAML line names a version that does not exist", "write %YAML 1.2, or remove the line"}},
    Row{"repeated YAML directive", {"a second %YAML line", "remove it"}},
    Row{"TAG directives must have", {"a %TAG line takes a handle and a prefix", "remove the line"}},
    Row{"repeated TAG directive", {"a second %TAG line for one handle", "remove it"}},
    Row{"illegal character found while scanning tag",
        {"a tag has a character that tags may not have", "quote a text that starts with !"}},
    Row{"tag handle with no suffix", {"a tag has no name", "quote a text that starts with !"}},
    Row{"end of verbatim tag not found", {"a tag is not closed", "quote a text that starts with !"}},
};

} // namespace

YamlAdvice yaml_advice(std::string_view reported, std::string_view rest) {
    for (const Row& row : kRows) {
        if (reported.starts_with(row.reported)) {
            return row.advice;
        }
    }
    if (rest.empty()) {
        return {"the text ends too early", "close what is open"};
    }
    return {"a value starts with a character that plain values may not start with", "quote the value"};
}

} // namespace weir
