#pragma once

/// \file
/// A reader of one table of an Iceberg REST catalog, with the operator's own credential.
///
/// The credential goes to the contract's catalog, and for OAuth2 to its token endpoint, and nowhere else: no redirect
/// is followed, and a catalog whose configuration names another origin is not followed there either.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "live/http.h"
#include "weir/contract.h"
#include "weir/evidence.h"

namespace weir::live {

/// The value of an environment variable; nothing when it is not set.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;

/// A LoadTableResult, or why there is none.
struct LoadedTable {
    std::optional<NoAnswer> problem;
    std::string answer;
};

class CatalogReader {
  public:
    /// \param location   of a valid contract, which has to outlive the reader
    /// \param variables  asked for the variables that catalogAuth names only, at the first question
    CatalogReader(const Location& location, HttpSettings http, Variables variables);

    /// Asks for the table. Token and configuration are kept for the next time; a token that is no longer taken is
    /// fetched anew once.
    [[nodiscard]] LoadedTable load();
    [[nodiscard]] bool stopped() const { return stopped_; }

    // Its steps alone, for `weir doctor`:
    /// The bearer token, or the user's name and password, are there, or why not.
    [[nodiscard]] std::optional<NoAnswer> authorize();
    /// What the token endpoint answered; empty when none was asked.
    [[nodiscard]] const std::string& token_answer() const { return token_answer_; }
    /// Asks for the configuration, once.
    [[nodiscard]] std::optional<NoAnswer> configure();
    [[nodiscard]] const std::string& config_answer() const { return config_answer_; }
    /// What the catalog says of its namespaces: of all at the top, or of the contract's own.
    [[nodiscard]] LoadedTable namespaces();
    [[nodiscard]] LoadedTable own_namespace();
    /// load() asks for keys of the table's files too, from now on, where the contract has the job ask for them.
    void ask_for_keys();
    /// Blots out what this reader signs in with: a server may put it wherever it likes.
    void hide(Evidence& told) const;
    /// Whether an Iceberg REST catalog answers there. No credential is sent.
    [[nodiscard]] bool is_catalog(const std::string& address);

  private:
    /// The value of a variable that catalogAuth names, which a header or a form can carry; blanks where `blanks`.
    [[nodiscard]] std::optional<NoAnswer> read_variable(const Text& name, bool blanks, std::string& value) const;
    [[nodiscard]] HttpQuestion question(std::string url) const;
    [[nodiscard]] std::optional<NoAnswer> fetch_token(const CatalogAuth& auth, const std::string& credential);
    [[nodiscard]] LoadedTable load_once();
    [[nodiscard]] LoadedTable below(std::string url);
    /// One question; its answer's body, or why there is none.
    [[nodiscard]] std::optional<NoAnswer> ask(const HttpQuestion& question, const std::string& whom, std::string& body);
    [[nodiscard]] NoAnswer problem(NoAnswer::Why why, std::string detail = {}) const;

    const Location& location_;
    HttpSettings http_;
    Variables variables_;
    std::string whom_;  ///< `the catalog HOST`
    std::string table_; ///< `commerce.orders`
    std::string token_;
    std::string user_; ///< with password_, of Basic authentication
    std::string password_;
    std::string token_answer_;
    std::string config_answer_;
    std::vector<std::string> secrets_; ///< every form of the credential that was sent
    std::string delegation_;           ///< sent with the question for the table
    std::string base_;                 ///< URL that paths are put behind, once the configuration is known
    bool stopped_ = false;
};

} // namespace weir::live
