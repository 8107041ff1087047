package weir.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void readsArgumentsInAnyOrder() throws Failure {
    Options plain = Options.parse(List.of("/opt/job/job.json"));
    assertFalse(plain.validateOnly());
    assertEquals(Options.TERMINATION_LOG, plain.terminationLog());
    assertFalse(plain.terminationLogGiven());
    Options full = Options.parse(List.of("--manifest", "m", "job.json", "--validate-only", "--termination-log", "t"));
    assertTrue(full.validateOnly());
    assertEquals(Path.of("m"), full.manifest());
    assertEquals(Path.of("t"), full.terminationLog());
    assertEquals(Path.of("job.json"), full.job());
  }

  @Test
  void refusesEverythingElse() {
    for (List<String> arguments :
        List.of(List.<String>of(), List.of("a", "b"), List.of("--validate"), List.of("a", "--manifest"), List.of("a\0b"))) {
      Failure failure = assertThrows(Failure.class, () -> Options.parse(arguments), arguments.toString());
      assertEquals(Failure.Code.USAGE, failure.code());
      assertTrue(failure.getMessage().contains("usage: weir-runner"));
    }
  }
}
