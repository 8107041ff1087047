package weir.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorReportTest {
  private static final String CANARY = "canary-0815";
  private static final Scrubber SCRUBBER = Scrubber.of(Map.of(), List.of(CANARY));

  private static JsonNode read(String line) throws IOException {
    assertFalse(line.contains("\n"));
    assertTrue(line.chars().allMatch(c -> c >= ' ' && c < 0x7F), line);
    assertFalse(line.contains(CANARY), line);
    return new ObjectMapper().readTree(line);
  }

  @Test
  void isOneLineWithoutSecrets() throws IOException {
    Throwable cause = new IllegalStateException("outer " + CANARY, new IOException("inner\n\u001b[31m\u202e " + CANARY));
    Failure failure = new Failure(Failure.Code.CATALOG, "cannot open the catalog: " + CANARY, cause);
    JsonNode line = read(new ErrorReport(failure, SCRUBBER).line());
    assertEquals(5, line.get("exit").intValue());
    assertEquals("catalog-failed", line.at("/error/code").textValue());
    assertEquals("cannot open the catalog: ***", line.at("/error/message").textValue());
    assertEquals("java.io.IOException: inner\n\u001b[31m\u202e ***", line.at("/error/causes/1").textValue());
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, 600, 200, 120})
  void fitsTheTerminationMessage(int bytes) throws IOException {
    List<SchemaDifference> many = Collections.nCopies(500, new SchemaDifference("a.b", "required long", "absent"));
    Failure failure = new Failure(Failure.Code.TABLE_DIFFERS, "\ud83d\ude00".repeat(9000), many);
    String line = new ErrorReport(failure, SCRUBBER).line(bytes);
    assertTrue(line.length() <= bytes, line);
    assertEquals("table-schema-differs", read(line).at("/error/code").textValue());
  }

  @Test
  void keepsDifferencesWhileTheyFitAndCountsTheRest() throws IOException {
    List<SchemaDifference> many = Collections.nCopies(500, new SchemaDifference("a.b", "required long", "absent"));
    ErrorReport report = new ErrorReport(new Failure(Failure.Code.TABLE_DIFFERS, "short", many), SCRUBBER);
    JsonNode whole = read(report.line());
    assertEquals(500, whole.at("/error/differences").size() + whole.at("/error/more").intValue());
    JsonNode bounded = read(report.line(TerminationLog.BYTES));
    assertTrue(bounded.at("/error/differences").size() > 20);
    assertEquals(500, bounded.at("/error/differences").size() + bounded.at("/error/more").intValue());
  }

  @Test
  void writesTheTerminationLogWhereItWasAskedFor(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("log");
    Options options = Options.parse(List.of("--termination-log", log.toString(), "job.json"));
    assertNull(TerminationLog.write(options, "{\"a\":1}"));
    assertEquals("{\"a\":1}", Files.readString(log, StandardCharsets.UTF_8));
    Options nowhere = Options.parse(List.of("--termination-log", folder.resolve("no/such/log").toString(), "job.json"));
    assertTrue(TerminationLog.write(nowhere, "x").startsWith("cannot write "));
  }
}
