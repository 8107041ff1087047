#pragma once

/// \file
/// Contracts with a canary where no output may repeat the text, and everything that weir prints of them.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace secrecy_test {

/// A text that no output may repeat.
class Canary {
  public:
    explicit Canary(std::string text);
    Canary(const Canary&) = delete; // pieces_ point into forms_
    Canary& operator=(const Canary&) = delete;
    Canary(Canary&&) = default;
    Canary& operator=(Canary&&) = default;
    ~Canary() = default;

    [[nodiscard]] const std::string& text() const { return text_; }
    /// The part of the output that repeats it, or eight bytes of it, or of it percent-encoded, in hexadecimal or
    /// in base64; empty when nothing does.
    [[nodiscard]] std::string echo_in(std::string_view output) const;

  private:
    static constexpr std::size_t kPiece = 8;
    std::string text_;
    std::vector<std::string> forms_;
    std::array<std::vector<std::string_view>, 256> pieces_; ///< by first byte
};

/// One that reads like a secret, one that only its place gives away, one beyond ASCII.
const std::vector<Canary>& canaries();

/// A place of tests/codes/base.fluid.yaml and what is put there; `{}` in it, in a key too, is the canary.
struct Plant {
    std::string code;    ///< what is found there
    std::string pointer; ///< a JSON pointer; the place need not be there yet
    nlohmann::ordered_json value;
    std::string key; ///< when not empty, the key that the value gets below the pointer
};

/// A text with a canary, ready to be read.
struct Text {
    std::string name; ///< of the file
    std::string text;
};

/// The plant's contract in every spelling: block and flow YAML, quoted and multi-line, JSON.
std::vector<Text> spellings(const Plant& plant, const std::string& canary);

/// The base contract again and again, each of its texts in turn replaced by the canary, each key renamed to it.
std::vector<Text> with_everywhere(const std::string& canary);

/// What weir says of the text: every command, every format, both doors; or the four that differ most.
std::vector<Text> outputs_of(const Text& text, bool all);

/// The codes that weir validate finds.
std::vector<std::string> codes_of(const Text& text);

} // namespace secrecy_test
