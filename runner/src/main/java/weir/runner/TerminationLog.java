package weir.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file from which Kubernetes takes a pod's termination message. */
final class TerminationLog {
  /** What Kubernetes keeps of it. */
  static final int BYTES = 4096;

  private TerminationLog() {}

  /**
   * Writes the line. The default place is only used where Kubernetes has put the file; a file that was asked for is
   * made. A message that cannot be left there is no reason to fail otherwise than the run already does.
   *
   * @return what went wrong, or null
   */
  static String write(Options options, String line) {
    Path file = options == null ? Options.TERMINATION_LOG : options.terminationLog();
    boolean given = options != null && options.terminationLogGiven();
    if (!given && !Files.isRegularFile(file)) {
      return null;
    }
    try {
      Files.write(file, line.getBytes(StandardCharsets.UTF_8));
      return null;
    } catch (IOException error) {
      return "cannot write " + file + ": " + error.getClass().getSimpleName();
    }
  }
}
