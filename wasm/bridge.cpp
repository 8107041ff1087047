// The C door of the WebAssembly modules: memory for a request, the call, memory of its answer. Everything
// else, types included, is in weir-core's TypeScript.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#ifdef WEIR_FULL
#include "weir/pages.h"
#define WEIR_ANSWER weir::full_call
#else
#include "weir/facade.h"
#define WEIR_ANSWER weir::core_call
#endif

namespace {

/// An answer in memory: its length in bytes, little-endian as all of WebAssembly is, then its bytes.
struct AnswerHeader {
    std::uint32_t length;
};

} // namespace

extern "C" {

/// `size` bytes for a request, or null when memory is exhausted.
[[gnu::used, gnu::visibility("default")]] void* weir_alloc(std::size_t size) {
    return std::malloc(size);
}

/// Gives back what weir_alloc or weir_call returned.
[[gnu::used, gnu::visibility("default")]] void weir_free(void* block) {
    std::free(block);
}

/// Answers the request of `size` bytes of UTF-8 JSON. Returns a block of a 32-bit length and that many
/// bytes of UTF-8 JSON, which the caller frees with weir_free; null when memory is exhausted.
[[gnu::used, gnu::visibility("default")]] void* weir_call(const char* request, std::size_t size) {
    const std::string answer = WEIR_ANSWER(std::string_view(request, size));
    const AnswerHeader header{static_cast<std::uint32_t>(answer.size())};
    auto* block = static_cast<char*>(std::malloc(sizeof header + answer.size()));
    if (block != nullptr) {
        std::memcpy(block, &header, sizeof header);
        std::memcpy(block + sizeof header, answer.data(), answer.size());
    }
    return block;
}

} // extern "C"
