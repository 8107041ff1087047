package weir.runner;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** The command line. */
record Options(Path job, boolean validateOnly, Path terminationLog, boolean terminationLogGiven, Path manifest) {
  static final String USAGE =
      "usage: weir-runner [--validate-only] [--manifest FILE] [--termination-log FILE] JOB.JSON";
  static final Path TERMINATION_LOG = Path.of("/dev/termination-log");
  static final Path MANIFEST = Path.of("/opt/flink/weir/manifest.json");

  static Options parse(List<String> arguments) throws Failure {
    Path job = null;
    Path log = null;
    Path manifest = MANIFEST;
    boolean validateOnly = false;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      switch (argument) {
        case "--validate-only" -> validateOnly = true;
        case "--termination-log" -> log = value(arguments, ++i);
        case "--manifest" -> manifest = value(arguments, ++i);
        default -> {
          if (argument.startsWith("-")) {
            throw usage("unknown option " + argument);
          }
          if (job != null) {
            throw usage("one job.json is expected, there are two");
          }
          job = path(argument);
        }
      }
    }
    if (job == null) {
      throw usage("no job.json is named");
    }
    return new Options(job, validateOnly, log == null ? TERMINATION_LOG : log, log != null, manifest);
  }

  private static Path value(List<String> arguments, int at) throws Failure {
    if (at >= arguments.size()) {
      throw usage(arguments.get(at - 1) + " needs a file");
    }
    return path(arguments.get(at));
  }

  private static Path path(String text) throws Failure {
    try {
      return Path.of(text);
    } catch (InvalidPathException error) {
      throw usage("not a path: " + text);
    }
  }

  private static Failure usage(String what) {
    return new Failure(Failure.Code.USAGE, what + "; " + USAGE);
  }
}
