// Answers about the place of a cursor.

#include <algorithm>

#include "facade/answers.h"
#include "report/json_parts.h"
#include "weir/format.h"

namespace weir {

namespace {

std::string_view kind_name(CompletionKind kind) {
    switch (kind) {
    case CompletionKind::Key:
        return "key";
    case CompletionKind::Value:
        return "value";
    case CompletionKind::Type:
        return "type";
    case CompletionKind::Column:
        return "column";
    case CompletionKind::Output:
        return "output";
    case CompletionKind::File:
        break;
    }
    return "file";
}

/// The request's question, once every text that it needs is there.
class Asked {
  public:
    explicit Asked(const Request& request) {
        const std::string& in = request.in.empty() ? request.file : request.in;
        for (const std::string& name : {request.file, in}) {
            if (request.files.find(name) == request.files.end()) {
                need_.push_back(name);
                return;
            }
        }
        checked_ = check_while_typing(request.files, request.file, request.ref_root, in, request.at.line);
        need_ = checked_.need;
        const auto& [name, answer] = *request.files.find(in);
        question_.file = name;
        question_.text = answer.text;
        question_.at = request.at;
        if (checked_.readable()) {
            question_.contract = &checked_.contract;
            question_.plan = &checked_.plan;
            question_.findings = &checked_.findings;
        }
        for (const auto& [file, text] : request.files) {
            question_.files.push_back(file);
        }
    }

    [[nodiscard]] const std::vector<std::string>& need() const { return need_; }
    [[nodiscard]] const Question& question() const { return question_; }

  private:
    Checked checked_;
    std::vector<std::string> need_;
    Question question_;
};

template <class Write> Answer answer(const Request& request, Write write) {
    Answer answer;
    const Asked asked(request);
    answer.need = asked.need();
    if (answer.need.empty()) {
        JsonWriter json;
        json.begin_object();
        json.member("schema", std::uint64_t{1});
        write(json, asked.question());
        json.end_object();
        answer.result = json.take();
    }
    return answer;
}

} // namespace

bool is_broken(const Checked& checked, std::string_view in) {
    if (!checked.readable()) {
        return true;
    }
    const Sources& sources = checked.document->sources();
    return std::any_of(checked.findings.begin(), checked.findings.end(), [&](const Finding& finding) {
        return finding.code == Code::yaml_syntax && finding.at.known() && sources[finding.at.file].name() == in;
    });
}

Checked check_while_typing(const FileSet& files, std::string_view file, std::string_view ref_root, std::string_view in,
                           std::uint32_t line) {
    Checked checked = check(files, file, ref_root);
    const auto text = files.find(in);
    if (!checked.need.empty() || text == files.end() || !is_broken(checked, in)) {
        return checked;
    }
    FileSet mended = files;
    mended[std::string(in)].text = without_line(text->second.text, line);
    Checked again = check(mended, file, ref_root);
    if (!again.need.empty() || !is_broken(again, in)) {
        return again;
    }
    return checked;
}

Answer answer_complete(const Request& request) {
    return answer(request, [](JsonWriter& json, const Question& question) {
        json.key("items");
        json.begin_array();
        for (const Completion& item : complete(question)) {
            json.begin_object();
            json.member("label", item.label);
            json.member("kind", kind_name(item.kind));
            json.member("detail", item.detail);
            json.member("doc", item.doc);
            json.key("range");
            write_range(json, item.replace);
            json.member("text", item.text);
            json.end_object();
        }
        json.end_array();
    });
}

Answer answer_hover(const Request& request) {
    return answer(request, [](JsonWriter& json, const Question& question) {
        const std::optional<Hover> found = hover(question);
        json.key("hover");
        if (!found) {
            json.null();
            return;
        }
        json.begin_object();
        json.key("range");
        write_range(json, found->range);
        json.member("title", found->title);
        json.key("lines");
        json.begin_array();
        for (const std::string& line : found->lines) {
            json.string(line);
        }
        json.end_array();
        json.end_object();
    });
}

Answer answer_definition(const Request& request) {
    return answer(request, [](JsonWriter& json, const Question& question) {
        const std::optional<Definition> found = definition(question);
        json.key("definition");
        if (!found) {
            json.null();
            return;
        }
        json.begin_object();
        json.key("origin");
        write_range(json, found->origin);
        json.member("file", found->file);
        json.key("range");
        write_range(json, found->range);
        json.end_object();
    });
}

Answer answer_rename(const Request& request) {
    const std::string& in = request.in.empty() ? request.file : request.in;
    Answer answer;
    for (const std::string& name : {request.file, in}) {
        if (request.files.find(name) == request.files.end()) {
            answer.need.push_back(name);
            return answer;
        }
    }
    const Renamed renamed = rename(request.files, request.file, request.ref_root, in, request.at, request.new_name);
    answer.need = renamed.checked.need;
    if (!answer.need.empty()) {
        return answer;
    }
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    json.key("rename");
    if (!renamed.renaming) {
        json.null();
    } else {
        const Sources& sources = renamed.checked.document->sources();
        json.begin_object();
        json.key("range");
        write_range(json, sources.range(renamed.renaming->at));
        json.member("name", renamed.renaming->name);
        json.member("obstacle", renamed.renaming->obstacle);
        json.key("places");
        json.begin_array();
        for (const NamePlace& place : renamed.renaming->places) {
            json.begin_object();
            write_place(json, &sources, place.at, request.file);
            json.member("what", place.what);
            json.member("text", place.text);
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_object();
    answer.result = json.take();
    return answer;
}

Answer answer_format(const Request& request) {
    Answer answer;
    const auto given = request.files.find(request.file);
    if (given == request.files.end()) {
        answer.need.push_back(request.file);
        return answer;
    }
    const Formatted formatted = format(request.file, given->second.text);
    JsonWriter json;
    json.begin_object();
    json.member("schema", std::uint64_t{1});
    json.member("file", request.file);
    json.member("text", formatted.text);
    json.member("changed", formatted.text != given->second.text);
    json.member("refusal", formatted.refusal);
    json.end_object();
    answer.result = json.take();
    return answer;
}

} // namespace weir
