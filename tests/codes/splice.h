#pragma once

#include <string>
#include <string_view>

namespace weir::test {

/// `yaml` with the value at a contract pointer replaced by `value`, which is laid out as block YAML without
/// indentation. A missing last key is added to its mapping; a value of comments only removes the entry.
/// Throws std::runtime_error when the pointer leads nowhere.
std::string splice(const std::string& yaml, std::string_view pointer, std::string_view value);

} // namespace weir::test
