package weir.engine;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.SinkModifyOperation;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/**
 * Values WORK_FOLDER CASE.json...
 *
 * <p>Runs each case's script in a MiniCluster, records in, rows of the Iceberg table out, and prints one JSON line a case
 * with the rows as sorted JSON texts: field names in order, decimals, times and bytes (base64) as texts.
 */
public final class Values {
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  private Values() {}

  public static void main(String[] arguments) throws IOException {
    Path work = Path.of(arguments[0]);
    for (int i = 1; i < arguments.length; i++) {
      Path warehouse = work.resolve("values-" + i);
      Files.createDirectories(warehouse);
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("case", arguments[i]);
      try {
        line.put("rows", run(Path.of(arguments[i]), warehouse));
      } catch (Throwable error) { // the planner reports some faults as AssertionError
        line.put("error", chain(error));
      }
      OUT.println(Json.write(line));
    }
    System.exit(0);
  }

  private static List<String> run(Path file, Path warehouse) throws Exception {
    TestCase test = TestCase.read(file);
    Configuration configuration = new Configuration();
    configuration.setString("execution.checkpointing.interval", "300 ms");
    configuration.setString("restart-strategy.type", "none");
    configuration.setString("parallelism.default", "1");
    Session session = new Session(warehouse, configuration, true);
    session.readRecordsFrom(file);
    String table = null;
    for (Script.Statement statement : Script.read(test.script())) {
      if (statement.kind() == Script.Kind.INSERT) {
        SinkModifyOperation insert = (SinkModifyOperation) (ModifyOperation) session.parse(statement.text());
        table = insert.getContextResolvedTable().getIdentifier().asSerializableString();
        session.env().executeSql(statement.text()).await();
      } else {
        session.execute(statement);
      }
    }
    return rows(session.env().executeSql("SELECT * FROM " + table));
  }

  private static List<String> rows(TableResult result) throws Exception {
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> iterator = result.collect()) {
      while (iterator.hasNext()) {
        rows.add(Json.write(plain(iterator.next())));
      }
    }
    rows.sort(null);
    return rows;
  }

  private static Object plain(Object value) {
    if (value instanceof Row row) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (String name : row.getFieldNames(true)) {
        fields.put(name, plain(row.getField(name)));
      }
      return fields;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> sorted = new TreeMap<>();
      map.forEach((key, item) -> sorted.put(key.toString(), plain(item)));
      return sorted;
    }
    if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    if (value instanceof Object[] items) {
      return Arrays.stream(items).map(Values::plain).toList();
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    return value instanceof Float || value == null || value instanceof Number || value instanceof Boolean ? value : value.toString();
  }

  private static List<String> chain(Throwable error) {
    List<String> chain = new ArrayList<>();
    for (Throwable cause = error; cause != null && chain.size() < 20; cause = cause.getCause()) {
      chain.add(cause.getClass().getName() + ": " + cause.getMessage());
    }
    return chain;
  }
}
