package weir.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariablesTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("TOKEN", "canary-4711", "EMPTY", "", "LINES", "canary\n", "env:TOKEN", "never");

  @Test
  void replacesWholeValuesOnly() throws Failure {
    Variables variables =
        Variables.resolve(
            Map.of("token", "env:TOKEN", "uri", "https://env:TOKEN", "scope", "${TOKEN}", "env:TOKEN", "x"), ENVIRONMENT::get);
    assertEquals(
        Map.of("token", "canary-4711", "uri", "https://env:TOKEN", "scope", "${TOKEN}", "env:TOKEN", "x"),
        variables.properties());
    assertEquals(List.of("canary-4711"), variables.secrets());
    assertFalse(variables.toString().contains("canary"));
  }

  @Test
  void hidesAPasswordInTheFormInWhichItTravels() throws Failure {
    Map<String, String> environment = Map.of("USER", "ingest", "PASSWORD", "canary:4711");
    Variables variables =
        Variables.resolve(
            Map.of("rest.auth.basic.username", "env:USER", "rest.auth.basic.password", "env:PASSWORD"), environment::get);
    assertEquals("ingest", variables.properties().get("rest.auth.basic.username"));
    assertFalse(variables.secrets().contains("ingest"), "a user's name is no secret");
    String header = Base64.getEncoder().encodeToString("ingest:canary:4711".getBytes(StandardCharsets.UTF_8));
    String said = Scrubber.of(Map.of(), variables.secrets()).scrub("ingest sent " + header + ", canary:4711");
    assertEquals("ingest sent ***, ***", said);
  }

  @Test
  void namesEveryVariableThatIsMissing() {
    Failure failure =
        assertThrows(
            Failure.class,
            () -> Variables.resolve(Map.of("token", "env:NOWHERE", "credential", "env:EMPTY"), ENVIRONMENT::get));
    assertEquals(Failure.Code.VARIABLE_UNSET, failure.code());
    assertTrue(failure.getMessage().contains("NOWHERE (for token)"), failure.getMessage());
    assertTrue(failure.getMessage().contains("EMPTY (for credential)"), failure.getMessage());
  }

  @Test
  void refusesLineBreaksWithoutEchoingThem() {
    Failure failure = assertThrows(Failure.class, () -> Variables.resolve(Map.of("token", "env:LINES"), ENVIRONMENT::get));
    assertEquals(Failure.Code.VARIABLE_MALFORMED, failure.code());
    assertFalse(failure.getMessage().contains("canary"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"env:", "env:1A", "env:A-B", "env:A B", "env:env:TOKEN", "env:TOKEN "})
  void refusesWhatIsNoName(String value) {
    Failure failure = assertThrows(Failure.class, () -> Variables.resolve(Map.of("token", value), ENVIRONMENT::get));
    assertEquals(Failure.Code.JOB_INVALID, failure.code());
  }
}
