#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/run.h"
#include "live/write.h"

namespace {

constexpr std::uint32_t kNarrowest = 40;
constexpr std::uint32_t kWidest = 500;
constexpr std::size_t kLongestReply = 100;

/// Columns of the terminal, else of COLUMNS, else 80.
std::uint32_t output_width() {
    winsize size{};
    if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return std::min(std::max<std::uint32_t>(size.ws_col, kNarrowest), kWidest);
    }
    const char* columns = std::getenv("COLUMNS");
    const long told = columns == nullptr ? 0 : std::strtol(columns, nullptr, 10);
    return told >= kNarrowest && told <= kWidest ? static_cast<std::uint32_t>(told) : 80;
}

/// The environment asks for no colours: https://no-color.org, and terminals that know none.
bool allows_colour() {
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return (no_color == nullptr || *no_color == '\0') && (terminal == nullptr || std::string(terminal) != "dumb");
}

std::string program_path() {
    std::string path(4096, '\0');
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
    path.resize(length < 0 ? 0 : static_cast<std::size_t>(length));
    return path;
}

class ProcessIo : public weir::cli::Io {
  public:
    ProcessIo() {
        in_is_terminal = isatty(STDIN_FILENO) != 0;
        out_is_terminal = isatty(STDOUT_FILENO) != 0;
        err_is_terminal = isatty(STDERR_FILENO) != 0;
        colour = allows_colour();
        width = output_width();
        program = program_path();
    }

    void out(std::string_view text) override { failed_ = !weir::live::write_all(STDOUT_FILENO, text) || failed_; }
    void err(std::string_view text) override { static_cast<void>(weir::live::write_all(STDERR_FILENO, text)); }

    bool ask(std::string_view question) override {
        err(question);
        std::string line;
        char letter = 0;
        while (line.size() < kLongestReply && read(STDIN_FILENO, &letter, 1) == 1 && letter != '\n') {
            line += letter;
        }
        return line == "y" || line == "Y" || line == "yes";
    }

    /// Something could not be written: the reader did not get the whole answer.
    [[nodiscard]] bool failed() const { return failed_; }

  private:
    bool failed_ = false;
};

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    ProcessIo io;
    const weir::cli::Exit answer = weir::cli::run(io, std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
    return static_cast<int>(io.failed() ? weir::cli::Exit::Unknown : answer);
}
