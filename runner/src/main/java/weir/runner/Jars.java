package weir.runner;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Which jars this process can load classes from. */
final class Jars {
  private Jars() {}

  /** The class path, and the jars of Flink's lib and usrlib folders where they are known; each file once. */
  static List<Path> present(String classPath, Map<String, String> environment) throws IOException {
    Set<Path> jars = new LinkedHashSet<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (entry.endsWith(".jar") && Files.isRegularFile(path)) {
        jars.add(path.toRealPath());
      }
    }
    String lib = environment.get("FLINK_LIB_DIR");
    String home = environment.get("FLINK_HOME");
    if (lib != null) {
      addFolder(jars, Path.of(lib));
    }
    if (home != null) {
      addFolder(jars, Path.of(home, "lib"));
      addFolder(jars, Path.of(home, "usrlib"));
    }
    return List.copyOf(jars);
  }

  private static void addFolder(Set<Path> jars, Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".jar") && Files.isRegularFile(path)).sorted().toList()) {
        jars.add(file.toRealPath());
      }
    }
  }
}
