package weir.runner;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/runner.md lists every code with its exit code. */
class DocumentationTest {
  @ParameterizedTest
  @EnumSource(Failure.Code.class)
  void listsTheCode(Failure.Code code) throws IOException {
    String page = Files.readString(Path.of(System.getProperty("weir.docs"), "runner.md"));
    assertTrue(page.contains("| " + code.exit + " | `" + code.slug + "` |"), code.slug);
  }
}
