#include "cli/io.h"
#include "cli/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "live/write.h"

namespace weir::cli {

TextStyle style_of_out(const Io& io, const Common& common) {
    TextStyle style;
    style.colour = io.out_is_terminal && io.colour && !common.no_color && common.out.empty();
    style.width = io.width;
    style.summary = !common.quiet;
    return style;
}

TextStyle style_of_err(const Io& io, const Common& common) {
    TextStyle style = style_of_out(io, common);
    style.colour = io.err_is_terminal && io.colour && !common.no_color;
    return style;
}

Exit emit(Io& io, const Common& common, std::string_view result) {
    if (common.out.empty()) {
        io.out(result);
        return Exit::Fine;
    }
    const std::string problem = live::write_file(common.out, result);
    if (!problem.empty()) {
        note(io, fmt::format("{}: {}", common.out, problem));
        return Exit::Unknown;
    }
    return Exit::Fine;
}

void note(Io& io, std::string_view text) {
    io.err("weir: " + terminal_safe(text) + "\n");
}

Exit fail(Io& io, const Common& common, std::string_view code, std::string_view message) {
    note(io, message);
    if (common.json()) {
        const nlohmann::ordered_json object = {{"schema", 1},
                                               {"error", {{"code", code}, {"message", terminal_safe(message)}}}};
        const std::string text = json_line(object);
        static_cast<void>(emit(io, common, text));
    }
    return Exit::Unknown;
}

} // namespace weir::cli
