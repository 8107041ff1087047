// Two programs in one. As `grants_recorder CONTRACT KIND existing|missing NAME` it prints the script for the contract
// with NAME in the place of every name of it, unjudged. Under any other name it appends the arguments it was called
// with to the file in RECORD, each ended by a NUL and all of them by another one, and answers as RECORDER_GET says.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "weir/facade.h"
#include "weir/grants.h"

namespace {

int record(std::string_view name, const std::vector<std::string_view>& arguments) {
    std::ofstream file(std::getenv("RECORD"), std::ios::app | std::ios::binary);
    file << name << '\0';
    bool gets = false;
    for (const std::string_view argument : arguments) {
        file << argument << '\0';
        gets = gets || argument == "get" || argument == "GET";
    }
    file << '\0';
    if (name == "curl" || name == "kubectl") {
        std::ostringstream drained;
        drained << std::cin.rdbuf();
        file << "stdin" << '\0' << drained.str() << '\0' << '\0';
    }
    if (name == "jq") {
        std::cout << "id-of-it\n";
    }
    const char* get = std::getenv("RECORDER_GET");
    return gets && get != nullptr && std::string_view(get) == "absent" ? 1 : 0;
}

int print(const std::vector<std::string_view>& arguments) {
    std::ifstream file{std::string(arguments[0])};
    std::stringstream text;
    text << file.rdbuf();
    weir::FileSet files;
    files["c.fluid.yaml"].text = text.str();
    weir::Checked checked = weir::check(files, "c.fluid.yaml");
    if (!checked.valid()) {
        std::cerr << "the contract is not valid\n";
        return 2;
    }
    const std::string_view name = arguments[3];
    weir::Contract& contract = checked.contract;
    weir::Location& location = *contract.exposes[0].binding->location;
    location.catalog.value = arguments[1];
    contract.id.value = contract.builds[0].id.value = name;
    location.warehouse.value = location.name_space.value = location.table.value = name;
    const std::string uri = "https://" + std::string(name) + "/api/catalog";
    location.uri.value = uri;
    location.catalog_auth->credential_env.value = name;
    weir::FlinkDeployment& deployment = *contract.builds[0].deployment;
    deployment.name.value = deployment.name_space.value = deployment.context.value = name;
    deployment.service_account.value = name;
    std::cout << weir::grants_script(weir::grants_of(contract, arguments[2] == "existing"), contract.id.value);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    std::string_view name = argv[0];
    name.remove_prefix(name.rfind('/') + 1);
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    if (name != "grants_recorder") {
        return record(name, arguments);
    }
    return arguments.size() == 4 ? print(arguments) : 2;
}
