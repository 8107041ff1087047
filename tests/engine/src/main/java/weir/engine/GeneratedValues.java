package weir.engine;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/**
 * GeneratedValues WORK_FOLDER CASES.jsonl CASES_IN_A_JOB
 *
 * <p>Runs scripts in a MiniCluster, many in one job, and reads their tables with Iceberg's own reader. A case is {"case",
 * "file", "database", "table"}; `file` is as TestCase reads it. One JSON line a case: {"case", "rows"} or {"case",
 * "error"}. A job that fails is run again case by case. Values are printed exactly: floats as their bits, times as
 * microseconds, dates as days, bytes in base64, decimals as texts.
 */
public final class GeneratedValues {
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private static final LocalDateTime EPOCH = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);

  private static int jobs;

  private GeneratedValues() {}

  public static void main(String[] arguments) throws Exception {
    Path work = Path.of(arguments[0]);
    int inOneJob = Integer.parseInt(arguments[2]);
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> cases = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(arguments[1]))) {
      cases.add(mapper.readTree(line));
    }
    for (int i = 0; i < cases.size(); i += inOneJob) {
      run(work, cases.subList(i, Math.min(i + inOneJob, cases.size())));
    }
    System.exit(0);
  }

  private static void run(Path work, List<JsonNode> cases) {
    Path warehouse = work.resolve("job-" + jobs++);
    try {
      Files.createDirectories(warehouse);
      execute(warehouse, cases);
      for (JsonNode one : cases) {
        OUT.println(Json.write(Map.of("case", one.get("case").asText(), "rows", rows(warehouse, one))));
      }
    } catch (Throwable error) { // the planner reports some faults as AssertionError
      if (cases.size() == 1) {
        OUT.println(Json.write(Map.of("case", cases.get(0).get("case").asText(), "error", Planner.chain(error))));
      } else {
        cases.forEach(one -> run(work, List.of(one)));
      }
    }
  }

  private static void execute(Path warehouse, List<JsonNode> cases) throws Exception {
    Configuration configuration = new Configuration();
    configuration.setString("execution.checkpointing.interval", "1 s");
    configuration.setString("restart-strategy.type", "none");
    configuration.setString("parallelism.default", "1");
    Session session = new Session(warehouse, configuration, true);
    List<ModifyOperation> inserts = new ArrayList<>();
    for (JsonNode one : cases) {
      // Each script has its own database, because each calls its source source_events.
      session.useDatabase("d" + inserts.size());
      session.readRecordsFrom(Path.of(one.get("file").asText()));
      for (Script.Statement statement : Script.read(TestCase.read(Path.of(one.get("file").asText())).script())) {
        if (statement.kind() == Script.Kind.INSERT) {
          inserts.add((ModifyOperation) session.parse(statement.text()));
        } else if (statement.kind() != Script.Kind.CREATE_CATALOG || inserts.isEmpty()) {
          session.execute(statement);
        }
      }
    }
    session.env().executeInternal(inserts).await();
  }

  private static List<String> rows(Path warehouse, JsonNode one) throws Exception {
    org.apache.hadoop.conf.Configuration hadoop = new org.apache.hadoop.conf.Configuration();
    List<String> rows = new ArrayList<>();
    try (HadoopCatalog catalog = new HadoopCatalog(hadoop, warehouse.toUri().toString());
        CloseableIterable<Record> records =
            IcebergGenerics.read(catalog.loadTable(TableIdentifier.of(one.get("database").asText(), one.get("table").asText()))).build()) {
      for (Record record : records) {
        rows.add(Json.write(plain(record)));
      }
    }
    return rows;
  }

  private static Object plain(Object value) {
    if (value instanceof Record row) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (Types.NestedField field : row.struct().fields()) {
        fields.put(field.name(), plain(row.getField(field.name())));
      }
      return fields;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> sorted = new TreeMap<>();
      map.forEach((key, item) -> sorted.put(key.toString(), plain(item)));
      return sorted;
    }
    if (value instanceof List<?> items) {
      List<Object> list = new ArrayList<>();
      items.forEach(item -> list.add(plain(item)));
      return list;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return Base64.getEncoder().encodeToString(bytes);
    }
    if (value instanceof OffsetDateTime time) {
      return ChronoUnit.MICROS.between(EPOCH, time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
    }
    if (value instanceof LocalDateTime time) {
      return ChronoUnit.MICROS.between(EPOCH, time);
    }
    if (value instanceof LocalDate date) {
      return date.toEpochDay();
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof Float number) {
      return Float.floatToRawIntBits(number);
    }
    return value instanceof Double number ? (Object) Double.doubleToRawLongBits(number) : value;
  }
}
