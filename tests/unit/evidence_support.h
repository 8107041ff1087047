#pragma once

/// \file
/// A contract with a table of every kind of type, and the answers of a catalog to spoil.

#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "weir/evidence.h"

namespace evidence_test {

constexpr std::int64_t kNow = 1'700'000'000'000;

/// tests/runner/contracts/strict.fluid.yaml, read.
inline const weir::Contract& strict() {
    static const weir::ReadContract read = [] {
        std::ifstream file(std::string(WEIR_SOURCE_DIR) + "/tests/runner/contracts/strict.fluid.yaml");
        std::stringstream text;
        text << file.rdbuf();
        weir::FileSet files;
        files["c.fluid.yaml"].text = text.str();
        const weir::ReadDocument document = weir::read_document(files, "c.fluid.yaml", "");
        return weir::read_contract(document.document);
    }();
    REQUIRE(read.contract.exposes.size() == 1);
    return read.contract;
}

} // namespace evidence_test
