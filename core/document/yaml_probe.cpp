#include "document/yaml_probe.h"

#include <istream>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "document/flow.h"
#include "document/view_buffer.h"

namespace weir {

namespace {

/// Leaves yaml-cpp's parser; never passes ends_early.
struct Stop {};

/// Only counts how deep lists and mappings are nested, and notes where the last one began.
class DepthProbe : public YAML::EventHandler {
  public:
    explicit DepthProbe(std::uint32_t limit) : limit_(limit) {}

    void OnDocumentStart(const YAML::Mark& /*mark*/) override {
        if (documents_++ > 0) {
            throw Stop{};
        }
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
    void OnAlias(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
    void OnScalar(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                  const std::string& /*value*/) override {}
    void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                         YAML::EmitterStyle::value /*style*/) override {
        enter(mark);
    }
    void OnSequenceEnd() override { --depth_; }
    void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                    YAML::EmitterStyle::value /*style*/) override {
        enter(mark);
    }
    void OnMapEnd() override { --depth_; }

    std::int64_t last_open = -1;

  private:
    void enter(const YAML::Mark& mark) {
        last_open = mark.pos;
        if (++depth_ > limit_) {
            throw Stop{};
        }
    }

    std::uint32_t limit_;
    std::uint32_t depth_ = 0;
    std::uint32_t documents_ = 0;
};

/// yaml-cpp refuses `text` before `end`, or it nests deeper than the probe takes, or a second document
/// begins.
bool ends_early(std::string_view text, std::uint32_t end, DepthProbe& probe) {
    ViewBuffer buffer(text);
    std::istream stream(&buffer);
    try {
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(probe)) {
        }
    } catch (const Stop&) {
        return true;
    } catch (const YAML::Exception& error) {
        return !error.mark.is_null() && error.mark.pos < static_cast<std::int64_t>(end);
    }
    return false;
}

/// Brackets with so many tokens that yaml-cpp would keep hundreds of megabytes of them.
bool refuse_tokens(DocumentBuilder& builder, const FlowExcess& excess, const FlowLimits& limits) {
    const std::string_view text = builder.document().sources()[builder.file()].text();
    std::string start(text.substr(0, excess.begin + 1UL));
    start += excess.closing.back();
    DepthProbe probe(limits.depth);
    static_cast<void>(ends_early(start, excess.begin, probe));
    if (probe.last_open < excess.begin) {
        return false; // the parser sees no bracket there
    }
    Finding& finding = builder.problems().add(
        Code::yaml_too_many_nodes, builder.opening(excess.begin),
        fmt::format("a list or mapping in brackets has more than {} values and separators", limits.tokens));
    finding.help = "split it into several contracts, or write its items on lines of their own without brackets";
    finding.related.push_back({"this is the first too many", builder.opening(excess.at)});
    builder.stop();
    return true;
}

} // namespace

std::string_view readable_text(DocumentBuilder& builder, std::string& start) {
    const std::string_view text = builder.document().sources()[builder.file()].text();
    FlowLimits limits;
    limits.depth = builder.limits().depth;
    const auto excess = find_flow_excess(text, limits);
    if (!excess) {
        return text;
    }
    if (!excess->deep) {
        return refuse_tokens(builder, *excess, limits) ? std::string_view{} : text;
    }
    // What stands behind the bracket is not worth its memory when the text is refused there or before. The
    // parser itself has to say so: a wrong look ahead costs time, never a contract.
    start = text.substr(0, excess->at + 1UL);
    start += excess->closing;
    DepthProbe probe(limits.depth);
    return ends_early(start, excess->at, probe) ? start : text;
}

} // namespace weir
