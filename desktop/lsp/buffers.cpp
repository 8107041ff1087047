#include "lsp/buffers.h"

#include "live/paths.h"
#include "lsp/uri.h"

namespace weir::lsp {

namespace {

constexpr std::size_t kLargestText = 16UL * 1024 * 1024;

/// A line starts with the key.
bool has_root_key(std::string_view text, std::string_view key) {
    for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        const std::string_view rest = text.substr(at + key.size());
        const bool starts = at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
        if (starts && rest.starts_with(":")) {
            return true;
        }
        // JSON, or a quoted key.
        if (at > 0 && text[at - 1] == '"' && rest.starts_with("\"")) {
            return true;
        }
    }
    return false;
}

} // namespace

bool Buffer::is_contract() const {
    const std::string_view file = live::name_part(path.empty() ? uri : path);
    if (file.find(".fluid.") != std::string_view::npos) {
        return true;
    }
    return has_root_key(text->text(), "fluidVersion");
}

Buffer& Buffers::open(const std::string& uri, std::string text, nlohmann::json version) {
    Buffer& buffer = buffers_[uri];
    buffer.uri = uri;
    if (const auto path = path_of_uri(uri)) {
        buffer.path = *path;
        buffer.real = live::real_path(*path).value_or(*path);
    }
    buffer.version = std::move(version);
    buffer.text = std::make_unique<SourceText>(buffer.name(), std::move(text));
    return buffer;
}

void Buffers::close(const std::string& uri) {
    buffers_.erase(uri);
}

Buffer* Buffers::find(const std::string& uri) {
    const auto found = buffers_.find(uri);
    return found == buffers_.end() ? nullptr : &found->second;
}

const Buffer* Buffers::by_real_path(std::string_view real) const {
    for (const auto& [uri, buffer] : buffers_) {
        if (!buffer.real.empty() && buffer.real == real) {
            return &buffer;
        }
    }
    return nullptr;
}

bool Buffers::change(Buffer& buffer, const nlohmann::json& changes, Encoding encoding) {
    if (!changes.is_array()) {
        return false;
    }
    for (const nlohmann::json& change : changes) {
        const auto text = change.is_object() ? change.find("text") : change.end();
        if (!change.is_object() || text == change.end() || !text->is_string()) {
            return false;
        }
        std::string next = text->get<std::string>();
        if (const auto range = change.find("range"); range != change.end()) {
            Position start;
            Position end;
            if (!range->is_object() || !range->contains("start") || !range->contains("end") ||
                !position_from_client(*buffer.text, range->at("start"), encoding, start) ||
                !position_from_client(*buffer.text, range->at("end"), encoding, end)) {
                return false;
            }
            const std::uint32_t from = buffer.text->offset(start);
            const std::uint32_t to = std::max(from, buffer.text->offset(end));
            std::string whole(buffer.text->text());
            whole.replace(from, to - from, next);
            next = std::move(whole);
        }
        if (next.size() > kLargestText) {
            next.clear(); // no contract is that large; the reader refuses far smaller ones
        }
        buffer.text = std::make_unique<SourceText>(buffer.name(), std::move(next));
    }
    return true;
}

} // namespace weir::lsp
