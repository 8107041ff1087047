/** Runs the runner once for each job.json, all in one JVM: one start of Java and of Flink's classes for many jobs. */
public final class Together {
  /** @param arguments the image's manifest, a folder for termination messages, and files of jobs */
  public static void main(String[] arguments) {
    for (int i = 2; i < arguments.length; i++) {
      String[] one = {"--manifest", arguments[0], "--termination-log", arguments[1] + "/termination-" + i, arguments[i]};
      new Thread(() -> weir.runner.Main.main(one), "job-" + i).start();
    }
  }
}
