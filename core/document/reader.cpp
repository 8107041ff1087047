#include <algorithm>

#include <fmt/format.h>

#include "document/builder.h"
#include "document/names.h"
#include "document/refs.h"
#include "text/order.h"
#include "weir/fetch.h"

namespace weir {

namespace {

std::string_view kind_name(NodeKind kind) {
    switch (kind) {
    case NodeKind::Null:
        return "null";
    case NodeKind::Boolean:
        return "a boolean";
    case NodeKind::Integer:
    case NodeKind::Float:
        return "a number";
    case NodeKind::String:
        return "a text";
    case NodeKind::Sequence:
        return "a list";
    case NodeKind::Mapping:
        break;
    }
    return "a mapping";
}

void judge_root(const Document& document, NodeId root, RootKinds roots, ReadDocument& result) {
    const Node& node = document.node(root);
    const bool fragment = roots == RootKinds::MappingOrList;
    result.usable = node.kind == NodeKind::Mapping || (fragment && node.kind == NodeKind::Sequence);
    if (result.usable || node.unresolved) {
        return;
    }
    Finding& finding = result.findings.emplace_back();
    finding.code = fragment ? Code::fragment_root_kind : Code::yaml_root_kind;
    finding.at = node.used_at.known() ? node.used_at : node.span;
    if (!node.used_at.known() && !node.is_scalar()) {
        finding.at.end = std::min(finding.at.begin + 1, finding.at.end);
    }
    if (fragment) {
        finding.message = fmt::format("the fragment is {}, neither a mapping nor a list", kind_name(node.kind));
        return;
    }
    finding.message = fmt::format("the document is {}, not a mapping", kind_name(node.kind));
    finding.help = "Start with fluidVersion, kind, id and name as keys.";
}

} // namespace

ReadDocument read_document(const FileSet& files, std::string_view file, std::string_view ref_root,
                           const DocumentLimits& limits, RootKinds roots) {
    return read_document(files, file, ref_root, limits, roots, FetchFile{});
}

ReadDocument read_document(const FileSet& files, std::string_view file, std::string_view ref_root,
                           const DocumentLimits& limits, RootKinds roots, const FetchFile& fetch) {
    ReadDocument result;
    DocumentBuilder builder(limits);
    const auto found = files.find(file);
    if (found == files.end()) {
        result.need.emplace_back(file);
        result.document = builder.take();
        return result;
    }
    const std::string name(file);
    if (!found->second.refusal.empty()) {
        Finding& finding = result.findings.emplace_back();
        finding.code = Code::file_unreadable;
        finding.at = Span{builder.add_text(name, {}, Span{}), 0, 0};
        finding.message = found->second.refusal;
        finding.help = "Name a contract that can be read.";
        result.document = builder.take();
        return result;
    }
    std::string root_folder(ref_root.empty() ? folder_of(resolve_name({}, file)) : ref_root);
    RefResolver resolver(builder, files, fetch, std::move(root_folder));
    const NodeId root = resolver.read_main(name, found->second.text);
    const bool whole = root != kNoNode && resolver.resolve(root);
    result.findings = std::move(resolver.findings());
    result.need = std::move(resolver.need());
    if (whole) {
        builder.set_root(root);
        judge_root(builder.document(), root, roots, result);
    }
    sort_findings(result.findings, [](const Finding& a, const Finding& b) {
        return a.at.file != b.at.file ? a.at.file < b.at.file : a.at.begin < b.at.begin;
    });
    result.document = builder.take();
    return result;
}

} // namespace weir
