package weir.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of tests/runner/jobs are what weir writes, byte for byte; a test on the other side holds that. */
class JobFileTest {
  private static final Path JOBS = Path.of(System.getProperty("weir.jobs"));
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static Stream<Path> jobs() throws IOException {
    try (Stream<Path> files = Files.list(JOBS)) {
      List<Path> all = files.sorted().toList();
      assertTrue(all.size() >= 4, "there are only " + all.size());
      return all.stream();
    }
  }

  private static JsonSchema schema() throws IOException {
    try (InputStream in = JobFile.class.getResourceAsStream("job.schema.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(in);
    }
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void whatWeirWritesFitsTheSchemaAndIsRead(Path file) throws Exception {
    assertEquals("[]", schema().validate(MAPPER.readTree(file.toFile())).toString());
    JobFile job = JobFile.read(file);
    assertFalse(job.schema().columns().isEmpty());
    assertEquals(MAPPER.readTree(file.toFile()).at("/table/partition-spec/fields").size(), job.partitionSpec(job.schema()).fields().size());
    assertTrue(job.insert().startsWith("INSERT INTO "));
  }

  @Test
  void readsNestedRequirednessExactly() throws Failure {
    JobFile job = JobFile.read(JOBS.resolve("strict.json"));
    assertTrue(job.schema().findField("customer").isOptional());
    assertTrue(job.schema().findField("customer.id").isRequired());
    assertTrue(job.schema().findField("customer.address.city").isRequired());
    assertTrue(job.schema().findField("items.element.sku").isRequired());
    assertTrue(job.schema().findField("tags.element").isRequired());
    assertEquals("Number in the shop", job.schema().findField("customer.id").doc());
    assertEquals("lab.europe.north.strict", job.tableName());
    assertEquals("country", job.partitionSpec(job.schema()).fields().get(0).name());
  }

  private static Arguments broken(String name, Failure.Code code, Consumer<ObjectNode> change) {
    return Arguments.of(name, code, change);
  }

  static Stream<Arguments> brokenJobs() {
    return Stream.of(
        broken("another version", Failure.Code.JOB_VERSION, job -> job.put("version", 2)),
        broken("no version", Failure.Code.JOB_INVALID, job -> job.remove("version")),
        broken("an unknown member", Failure.Code.JOB_INVALID, job -> job.put("extra", 1)),
        broken("no table", Failure.Code.JOB_INVALID, job -> job.remove("table")),
        broken("null for statements", Failure.Code.JOB_INVALID, job -> job.putNull("statements")),
        broken("no namespace part", Failure.Code.JOB_INVALID, job -> job.putArray("namespace")),
        broken("no statements", Failure.Code.JOB_INVALID, job -> job.putArray("statements")),
        broken("an unknown kind", Failure.Code.JOB_INVALID, job -> ((ObjectNode) job.at("/statements/0")).put("kind", "drop")),
        broken("an insert that is not the last", Failure.Code.JOB_INVALID, job -> job.withArray("statements").addObject().put("kind", "set").put("text", "x")),
        broken("an unknown type", Failure.Code.JOB_INVALID, job -> ((ObjectNode) job.at("/table/schema/fields/0")).put("type", "varchar")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenJobs")
  void refusesWhatItDoesNotKnow(String name, Failure.Code code, Consumer<ObjectNode> change) throws IOException {
    ObjectNode job = (ObjectNode) MAPPER.readTree(JOBS.resolve("strict.json").toFile());
    change.accept(job);
    Failure failure = assertThrows(Failure.class, () -> JobFile.parse(MAPPER.writeValueAsBytes(job)));
    assertEquals(code, failure.code(), failure.getMessage());
    // Order of statements apart, the schema refuses the same.
    JsonNode refused = job;
    assertEquals(name.equals("an insert that is not the last"), schema().validate(refused).isEmpty());
  }

  @Test
  void refusesTextThatIsNoJobAtAll() {
    for (String text : List.of("", "[]", "{", "{} {}", "{\"version\":1,\"version\":1}", "null")) {
      Failure failure = assertThrows(Failure.class, () -> JobFile.parse(text.getBytes(StandardCharsets.UTF_8)), text);
      assertEquals(Failure.Code.JOB_INVALID, failure.code(), text);
    }
    assertEquals(
        Failure.Code.JOB_UNREADABLE,
        assertThrows(Failure.class, () -> JobFile.read(JOBS.resolve("no-such.json"))).code());
  }
}
