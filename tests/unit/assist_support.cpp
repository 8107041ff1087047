#include "assist_support.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

namespace weir_test {

namespace {

std::string read_tree(const std::string& name) {
    std::ifstream file(std::string(WEIR_SOURCE_DIR) + "/" + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

Editor::Editor(const std::string& example)
    : file_("examples/" + example + "/contract.fluid.yaml"), in_(file_), ref_root_("examples") {
    for (const std::string& name : {file_, std::string("examples/fragments/streams/orders.yaml"),
                                    std::string("examples/fragments/streams/orders.value.yaml")}) {
        files_[name].text = read_tree(name);
        REQUIRE_FALSE(files_[name].text.empty());
    }
}

Editor::Editor(std::string file, std::string text) : file_(std::move(file)), in_(file_) {
    const std::size_t cursor = text.find(kCursor);
    if (cursor != std::string::npos) {
        text.erase(cursor, kCursor.size());
    }
    set_text(text);
    const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    at_ = weir::SourceText({}, text).position(static_cast<std::uint32_t>(std::min(cursor, text.size()) - mark));
}

std::string Editor::text(const std::string& file) const {
    return files_.at(file.empty() ? file_ : file).text;
}

void Editor::set_text(const std::string& text, const std::string& file) {
    files_[file.empty() ? file_ : file].text = text;
    stale_ = true;
}

Editor& Editor::type(const std::string& old, const std::string& instead, const std::string& file) {
    std::string text = this->text(file);
    const std::size_t found = text.find(old);
    INFO(old);
    REQUIRE(found != std::string::npos);
    text.replace(found, old.size(), instead);
    const std::size_t cursor = text.find(kCursor);
    REQUIRE(cursor != std::string::npos);
    text.erase(cursor, kCursor.size());
    set_text(text, file);
    place(weir::SourceText({}, text).position(static_cast<std::uint32_t>(cursor)), file);
    return *this;
}

Editor& Editor::after(const std::string& before, const std::string& file) {
    return type(before, before + std::string(kCursor), file);
}

void Editor::place(weir::Position at, const std::string& file) {
    at_ = at;
    in_ = file.empty() ? file_ : file;
    stale_ = true;
}

std::optional<Editor::Read> Editor::read(const weir::FileSet& files) const {
    weir::ReadDocument document = weir::read_document(files, file_, ref_root_);
    if (!document.usable || !document.need.empty()) {
        return std::nullopt;
    }
    for (const weir::Finding& finding : document.findings) {
        const bool here = finding.at.known() && document.document->sources()[finding.at.file].name() == in_;
        if (here && finding.code == weir::Code::yaml_syntax) {
            return std::nullopt;
        }
    }
    Read read;
    weir::ReadContract contract = weir::read_contract(document.document);
    read.contract = std::move(contract.contract);
    read.findings = std::move(document.findings);
    read.findings.insert(read.findings.end(), contract.findings.begin(), contract.findings.end());
    read.plan = weir::bind(read.contract);
    read.findings.insert(read.findings.end(), read.plan.findings.begin(), read.plan.findings.end());
    return read;
}

const weir::Contract* Editor::contract() {
    if (stale_) {
        stale_ = false;
        read_ = read(files_);
        if (!read_) {
            weir::FileSet mended = files_;
            mended[in_].text = weir::without_line(files_[in_].text, at_.line);
            read_ = read(mended);
        }
    }
    return read_ ? &read_->contract : nullptr;
}

weir::Question Editor::question() {
    weir::Question question;
    question.contract = contract();
    if (read_) {
        question.plan = &read_->plan;
        question.findings = &read_->findings;
    }
    text_ = files_[in_].text;
    question.file = in_;
    question.text = text_;
    question.at = at_;
    for (const auto& [name, answer] : files_) {
        question.files.push_back(name);
    }
    return question;
}

std::vector<weir::Completion> Editor::complete() {
    return weir::complete(question());
}

std::vector<std::string> Editor::labels() {
    std::vector<std::string> labels;
    for (const weir::Completion& item : complete()) {
        labels.push_back(item.label);
    }
    return labels;
}

std::optional<weir::Hover> Editor::hover() {
    return weir::hover(question());
}

std::string Editor::hover_text() {
    const auto found = hover();
    if (!found) {
        return {};
    }
    std::string text = found->title;
    for (const std::string& line : found->lines) {
        text += "\n" + line;
    }
    return text;
}

std::optional<weir::Definition> Editor::definition() {
    return weir::definition(question());
}

std::string Editor::definition_text() {
    const auto found = definition();
    if (!found) {
        return {};
    }
    std::string line(weir::SourceText({}, files_.at(found->file).text).line(found->range.start.line));
    line.erase(0, line.find_first_not_of(' '));
    return found->file + ": " + line;
}

std::string Editor::with(const weir::Completion& item) const {
    std::string text = files_.at(in_).text;
    const weir::SourceText source({}, text);
    const std::uint32_t begin = source.offset(item.replace.start);
    return text.replace(begin, source.offset(item.replace.end) - begin, item.text);
}

std::string Editor::with(const std::string& label) {
    for (const weir::Completion& item : complete()) {
        if (item.label == label) {
            return with(item);
        }
    }
    FAIL(label << " is not offered");
    return {};
}

std::vector<weir::Finding> Editor::findings_of(const std::string& text) const {
    weir::FileSet files = files_;
    files[in_].text = text;
    weir::ReadDocument document = weir::read_document(files, file_, ref_root_);
    if (!document.usable) {
        return document.findings;
    }
    weir::ReadContract contract = weir::read_contract(document.document);
    contract.findings.insert(contract.findings.end(), document.findings.begin(), document.findings.end());
    return contract.findings;
}

} // namespace weir_test
