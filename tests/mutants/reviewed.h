#pragma once

/// \file
/// A golden list that carries the reason for each of its lines.
///
/// The file is made of sections, `[why this is right]`, each with lines `subject: kind 3/9, kind 1/1`. What was never
/// reviewed stands in the section `[REVIEW]`, and a list with such a section is not accepted: somebody has to move its
/// lines below a reason, or mend Weir.

#include <cstddef>
#include <map>
#include <string>

namespace weir::test {

class Reviewed {
  public:
    /// Counts one more mutant of `kind` for `subject`; `hit` when it belongs in the list.
    void count(const std::string& subject, std::string_view kind, bool hit);

    /// Compares with the golden file and prints the differences; with `update`, rewrites it and keeps the reasons.
    /// \return whether the file is as it has to be and wholly reviewed
    [[nodiscard]] bool settle(const std::string& path, bool update) const;

  private:
    struct Count {
        std::size_t hits = 0;
        std::size_t all = 0;
    };
    using Lines = std::map<std::string, std::map<std::string, std::string>>; ///< subject → kind → `3/9`
    using Sections = std::map<std::string, Lines>;                           ///< reason → lines

    [[nodiscard]] static Sections read(const std::string& path);
    [[nodiscard]] Sections sorted_into(const Sections& golden) const;

    std::map<std::string, std::map<std::string, Count>> counts_;
};

} // namespace weir::test
