#pragma once

/// \file
/// How a text gives itself away as a secret. Guesses: what they miss, the rules of the contract language
/// hide where they refuse a value.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace weir {

/// What stands in every output instead of hidden text. Its length says nothing about the text's.
inline constexpr std::string_view kMask = "********";

/// Bytes [begin, end) of a text.
struct Piece {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The first piece at or after `from` that reads like a secret: a key as services issue them, a run of 20 or
/// more letters and digits in disorder, the credentials or the query of a URL. A digest behind `sha256:` is none.
[[nodiscard]] std::optional<Piece> find_secret(std::string_view text, std::size_t from = 0);
/// `text` with every such piece masked.
[[nodiscard]] std::string without_secrets(std::string_view text);

/// `text` without those and without what is assigned to a name of credentials, as in `password=…` or
/// `"token": "…"`: for texts that others wrote, a server or an operator, in which nothing tells what is secret.
[[nodiscard]] std::string without_assigned_secrets(std::string_view text);

/// A value that may carry credentials: user info, or the query of a URL.
[[nodiscard]] bool may_hold_credential(std::string_view text);
/// A key whose value is a secret by its name.
[[nodiscard]] bool names_credential(std::string_view key);
/// A key by whose name a value is a secret, unless it only refers to one: `tokenEnv`, `secretRefs`.
[[nodiscard]] bool holds_credential(std::string_view key);

/// A key whose value is an address, which may carry credentials, or that leads to what only a catalog knows.
[[nodiscard]] bool holds_address(std::string_view key);

/// Where the part of a line begins that may hold a secret, judged by the text alone: for texts that could
/// not be read. A value under a key of credentials or of addresses, or anything below such a key.
/// \param line  byte where the line begins
[[nodiscard]] std::optional<std::size_t> find_secret_in_line(std::string_view text, std::size_t line);

} // namespace weir
