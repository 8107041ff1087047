// Judges a contract's own SQL by the lexical grammar of Flink 1.20's parser (Calcite's, in the state with
// back-quoted identifiers). The SQL is later wrapped as `SELECT … FROM (` sql `) AS t`, so what matters is
// that nothing here is read as a comment or string that Flink reads as code, or the other way round.

#include <utility>

#include "weir/sql.h"

namespace weir {

namespace {

/// One scalar can hold millions of faults; this many are enough to mend it.
constexpr std::size_t kMostFaults = 50;

bool is_word_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool is_word(char c) {
    return is_word_start(c) || (c >= '0' && c <= '9');
}

bool starts_charset(char c) {
    return is_word(c) && c != '_' && c != '$' && static_cast<unsigned char>(c) < 0x80;
}

/// What the name of a character set may hold, as in `_utf-8'…'`.
bool is_charset(char c) {
    return starts_charset(c) || c == '_' || c == ':' || c == '.' || c == '-';
}

bool equals_ignoring_case(std::string_view text, std::string_view upper) {
    if (text.size() != upper.size()) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i] >= 'a' && text[i] <= 'z' ? static_cast<char>(text[i] - 'a' + 'A') : text[i];
        if (c != upper[i]) {
            return false;
        }
    }
    return true;
}

class OwnSqlScanner {
  public:
    explicit OwnSqlScanner(std::string_view sql) : sql_(sql) {}

    std::vector<OwnSqlError> run() {
        while (at_ < sql_.size() && errors_.size() < kMostFaults) {
            token();
        }
        if (!parentheses_.empty()) {
            fault(Code::own_sql_parentheses, "a parenthesis is never closed", parentheses_.back(),
                  parentheses_.back() + 1);
        }
        if (statement_ != Statement::Known) {
            fault(Code::own_sql_kind, kOneSelect, 0, sql_.size());
        }
        return std::move(errors_);
    }

  private:
    /// How far the kind of the statement is known.
    enum class Statement : std::uint8_t {
        Nothing,   ///< no token yet
        With,      ///< within the list of a WITH
        AfterBody, ///< right behind a `)` of that list
        Known,     ///< a SELECT, or refused
    };

    static constexpr std::string_view kOneSelect = "one SELECT, or WITH … SELECT, is expected";

    void fault(Code code, std::string_view message, std::size_t begin, std::size_t end) {
        if (errors_.size() >= kMostFaults) {
            return;
        }
        OwnSqlError error;
        error.code = code;
        error.message = message;
        error.begin = static_cast<std::uint32_t>(begin);
        error.end = static_cast<std::uint32_t>(end);
        errors_.push_back(std::move(error));
    }

    [[nodiscard]] bool starts(std::string_view text) const { return sql_.substr(at_, text.size()) == text; }

    void token() {
        const char c = sql_[at_];
        if (starts("--") || starts("//")) {
            line_comment();
        } else if (starts("/*+")) {
            fault(Code::own_sql_hint, "hints (/*+ ... */) are refused", at_, at_ + 3);
            at_ += 3;
        } else if (starts("/*")) {
            block_comment();
        } else if (starts("*/")) {
            fault(Code::own_sql_comment_end, "the end of a comment stands outside comments", at_, at_ + 2);
            at_ += 2;
        } else if (c == '\'' || c == '`') {
            quoted(c);
        } else if (is_word_start(c)) {
            word();
        } else {
            symbol(c);
        }
    }

    /// What is refused wherever it stands outside strings, comments included. Moves past one byte.
    void comment_byte() {
        const char c = sql_[at_];
        if (c == ';') {
            fault(Code::own_sql_semicolon, "a semicolon is refused, in a comment too", at_, at_ + 1);
        } else if (c == '"') {
            fault(Code::own_sql_double_quote, "a double quote is refused outside strings; names go in back-quotes", at_,
                  at_ + 1);
        } else if (c == '\r') {
            carriage_return();
        }
        ++at_;
    }

    void carriage_return() {
        if (at_ + 1 >= sql_.size() || sql_[at_ + 1] != '\n') {
            fault(Code::own_sql_carriage_return, "a carriage return without a line feed is refused", at_, at_ + 1);
        }
    }

    /// To the end of the line: LF, CR and CRLF alike end it for Flink.
    void line_comment() {
        if (within_collation()) {
            fault(Code::own_sql_comment_in_name, "a comment begins where Flink reads the name of a collation", at_,
                  at_ + 2);
        }
        while (at_ < sql_.size() && sql_[at_] != '\n' && sql_[at_] != '\r' && errors_.size() < kMostFaults) {
            comment_byte();
        }
    }

    /// `name--more$name` is one token of Flink's grammar, a collation's name, and no comment.
    [[nodiscard]] bool within_collation() const {
        const auto part = [](char c) { return is_word(c) || c == ':' || c == '.' || c == '-'; };
        if (at_ == 0 || !starts("--") || !part(sql_[at_ - 1])) {
            return false;
        }
        std::size_t end = at_;
        while (end < sql_.size() && part(sql_[end]) && sql_[end] != '$') {
            ++end;
        }
        return end < sql_.size() && sql_[end] == '$';
    }

    /// Flink's grammar opens a comment by `/*`, or by `/**` and one further byte that is not `/`: so the
    /// asterisk and slash of `/***/` do not close it.
    void block_comment() {
        const std::size_t begin = at_;
        const bool formal = starts("/**") && at_ + 3 < sql_.size() && sql_[at_ + 3] != '/';
        for (const std::size_t body = at_ + (formal ? 4 : 2); at_ < body;) {
            comment_byte();
        }
        while (!starts("*/")) {
            if (at_ >= sql_.size() || errors_.size() >= kMostFaults) {
                fault(Code::own_sql_unterminated, "a comment is never closed", begin, begin + 2);
                return;
            }
            comment_byte();
        }
        at_ += 2;
    }

    /// A string or a back-quoted name; a doubled quote stands for itself. The name may not be empty and
    /// not go past its line.
    void quoted(char quote) {
        const bool string = quote == '\'';
        const std::size_t begin = at_;
        part_of_statement(begin, begin + 1);
        ++at_;
        while (at_ < sql_.size() && errors_.size() < kMostFaults) {
            const char c = sql_[at_];
            if (c == quote && sql_.substr(at_ + 1, 1) == sql_.substr(begin, 1)) {
                at_ += 2;
            } else if (c == quote) {
                ++at_;
                if (!string && at_ - begin == 2) {
                    fault(Code::own_sql_unterminated, "a name in back-quotes is empty", begin, at_);
                }
                return;
            } else if (!string && (c == '\n' || c == '\r')) {
                break;
            } else if (string) {
                if (c == '\r') {
                    carriage_return();
                }
                ++at_;
            } else {
                quoted_name_byte();
            }
        }
        fault(Code::own_sql_unterminated, string ? "a string is never closed" : "a name in back-quotes is never closed",
              begin, begin + 1);
    }

    void quoted_name_byte() {
        if (sql_[at_] == '"') {
            fault(Code::own_sql_double_quote, "a double quote is refused outside strings", at_, at_ + 1);
        }
        ++at_;
    }

    /// A word; or `_charset'…'`, whose name may hold dashes that are no comment.
    void word() {
        const std::size_t begin = at_;
        if (const std::size_t quote = charset_end(); quote != at_) {
            part_of_statement(begin, quote);
            at_ = quote;
            quoted('\'');
            return;
        }
        while (at_ < sql_.size() && is_word(sql_[at_])) {
            ++at_;
        }
        part_of_statement(begin, at_);
    }

    /// Where the string starts whose character set is named here, or the same place when none is.
    [[nodiscard]] std::size_t charset_end() const {
        std::size_t end = at_ + 1;
        if (sql_[at_] != '_' || end >= sql_.size() || !starts_charset(sql_[end])) {
            return at_;
        }
        while (end < sql_.size() && is_charset(sql_[end])) {
            ++end;
        }
        return end < sql_.size() && sql_[end] == '\'' ? end : at_;
    }

    void symbol(char c) {
        if (c == '(') {
            part_of_statement(at_, at_ + 1);
            parentheses_.push_back(at_);
        } else if (c == ')') {
            close();
        } else if (c == ';' || c == '"' || c == '\r') {
            comment_byte();
            return;
        } else if (c != ' ' && c != '\t' && c != '\n' && c != '\f') {
            part_of_statement(at_, at_ + 1);
        }
        ++at_;
    }

    void close() {
        if (parentheses_.empty()) {
            fault(Code::own_sql_parentheses, "a parenthesis closes that was never opened", at_, at_ + 1);
            return;
        }
        parentheses_.pop_back();
        if (parentheses_.empty() && statement_ == Statement::With) {
            statement_ = Statement::AfterBody;
        }
    }

    /// Follows the statement at its outer level as far as its kind: `SELECT`, or `WITH` with a list of
    /// `name [(columns)] AS (query)` and then `SELECT`.
    void part_of_statement(std::size_t begin, std::size_t end) {
        if (statement_ == Statement::Known || !parentheses_.empty()) {
            return;
        }
        const std::string_view token = sql_.substr(begin, end - begin);
        const bool opens = statement_ == Statement::Nothing && equals_ignoring_case(token, "WITH");
        const bool goes_on = statement_ == Statement::AfterBody && (token == "," || equals_ignoring_case(token, "AS"));
        if (opens || goes_on) {
            statement_ = Statement::With;
        } else if (statement_ != Statement::With) {
            if (!equals_ignoring_case(token, "SELECT")) {
                fault(Code::own_sql_kind, kOneSelect, begin, end);
            }
            statement_ = Statement::Known;
        }
    }

    std::string_view sql_;
    std::size_t at_ = 0;
    std::vector<std::size_t> parentheses_; ///< where each open one stands
    Statement statement_ = Statement::Nothing;
    std::vector<OwnSqlError> errors_;
};

} // namespace

std::vector<OwnSqlError> check_own_sql(std::string_view sql) {
    return OwnSqlScanner(sql).run();
}

} // namespace weir
