package weir.runner;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** weir-runner: checks the image, the table and the query of one job.json, then submits its job. docs/runner.md. */
public final class Main {
  private final Map<String, String> environment;
  private final PrintStream out;
  private Scrubber scrubber;

  private Main(Map<String, String> environment, PrintStream out) {
    this.environment = environment;
    this.out = out;
    this.scrubber = Scrubber.of(environment, List.of());
  }

  /** Ends the process when there is no job to keep it: on a failure, and after --validate-only. */
  public static void main(String[] arguments) {
    Options[] options = new Options[1];
    Main runner = new Main(System.getenv(), System.out);
    int exit = 0;
    try {
      options[0] = Options.parse(List.of(arguments));
      runner.run(options[0]);
    } catch (Throwable error) { // whatever happens is told in one line, without secrets
      exit = runner.tell(error, options[0], System.err);
    }
    System.out.flush();
    System.err.flush();
    if (exit != 0 || options[0].validateOnly()) {
      System.exit(exit);
    }
  }

  private void run(Options options) throws Failure {
    checkImage(options);
    JobFile job = JobFile.read(options.job());
    Variables variables = Variables.resolve(job.catalog().properties(), environment::get);
    scrubber = Scrubber.of(environment, variables.secrets());
    Lake.Made made;
    try (Lake lake = Lake.open(job, variables.properties())) {
      made = lake.prepare();
    }
    FlinkJob flink = new FlinkJob(job, variables.properties());
    flink.prepare();
    String id = options.validateOnly() ? null : flink.submit();
    out.println(ResultLine.of(job, made, id));
  }

  private void checkImage(Options options) throws Failure {
    ImageManifest manifest = ImageManifest.read(options.manifest());
    try {
      List<java.nio.file.Path> jars = Jars.present(System.getProperty("java.class.path", ""), environment);
      new ImageCheck(manifest, jars).check(EnvironmentInformation.getVersion());
    } catch (IOException error) {
      throw new Failure(Failure.Code.IMAGE_MANIFEST, "cannot list the image's jars", error);
    }
  }

  private int tell(Throwable error, Options options, PrintStream err) {
    Failure failure =
        error instanceof Failure known
            ? known
            : new Failure(Failure.Code.INTERNAL, "the runner failed: " + error.getClass().getName(), error);
    ErrorReport report = new ErrorReport(failure, scrubber);
    String problem = TerminationLog.write(options, report.line(TerminationLog.BYTES));
    if (problem != null) {
      err.println("weir-runner: " + problem);
    }
    err.println(report.line());
    return failure.code().exit;
  }
}
