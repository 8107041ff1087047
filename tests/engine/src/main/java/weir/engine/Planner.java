package weir.engine;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.operations.SinkModifyOperation;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Planner WORK_FOLDER FILE_OR_FOLDER... [--refused FILE_OR_FOLDER...]
 *
 * <p>Executes each script's settings and DDL, EXPLAINs its INSERT, and compares the type of the query with the table
 * that it writes. Where a file of the same name with the ending .source lies beside a script, it lists the columns
 * that source_events must have. Scripts behind --refused must fail, with the text that their first line expects.
 * One JSON line a script, one for the whole; exit code 1 when any failed. A folder is searched for *.sql files.
 */
public final class Planner {
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  private Planner() {}

  public static void main(String[] arguments) throws IOException {
    Path work = Path.of(arguments[0]);
    int passed = 0;
    int failed = 0;
    boolean refused = false;
    for (String argument : List.of(arguments).subList(1, arguments.length)) {
      if (argument.equals("--refused")) {
        refused = true;
        continue;
      }
      for (Path script : scripts(Path.of(argument))) {
        Path warehouse = work.resolve("warehouse-" + (passed + failed));
        Files.createDirectories(warehouse);
        Map<String, Object> line = plan(script, warehouse);
        if (refused) {
          expectRefusal(script, line);
        }
        OUT.println(Json.write(line));
        if (Boolean.TRUE.equals(line.get("ok"))) {
          passed++;
        } else {
          failed++;
        }
      }
    }
    OUT.println(Json.write(Map.of("passed", passed, "failed", failed)));
    System.exit(failed == 0 && passed > 0 ? 0 : 1);
  }

  private static List<Path> scripts(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".sql")).sorted().toList();
    }
  }

  private static Map<String, Object> plan(Path file, Path warehouse) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("script", file.toString());
    long start = System.nanoTime();
    int number = 0;
    try {
      Session session = new Session(warehouse, new Configuration(), true);
      int inserts = 0;
      for (Script.Statement statement : Script.read(file)) {
        number++;
        if (statement.kind() == Script.Kind.INSERT) {
          inserts++;
          checkInsert(session, statement.text(), line);
        } else {
          session.execute(statement);
        }
      }
      if (inserts != 1) {
        throw new IllegalStateException("the script has " + inserts + " INSERT statements, not one");
      }
      checkSource(file, line);
      line.put("ok", true);
    } catch (Throwable error) { // Calcite reports some faults as AssertionError
      line.put("ok", false);
      line.put("statement", number);
      line.put("error", chain(error));
    }
    line.put("ms", (System.nanoTime() - start) / 1_000_000);
    return line;
  }

  /** Turns a refusal that was expected into a success, and everything else into a failure. */
  private static void expectRefusal(Path file, Map<String, Object> line) throws IOException {
    String first = Files.readAllLines(file).get(0);
    String expected = first.substring("-- expect: ".length());
    boolean refused = Boolean.FALSE.equals(line.get("ok"));
    if (refused && line.get("error").toString().contains(expected)) {
      line.put("ok", true);
    } else {
      line.put("ok", false);
      line.put("error", (refused ? "refused otherwise than expected: " + line.get("error") : "not refused"));
    }
  }

  private static void checkSource(Path file, Map<String, Object> line) throws IOException {
    Path expected = Path.of(file.toString().replaceFirst("\\.sql$", ".source"));
    if (Files.exists(expected) && !Files.readAllLines(expected).equals(line.get("source_events"))) {
      throw new IllegalStateException("source_events has other columns than " + expected.getFileName() + " says");
    }
  }

  private static void checkInsert(Session session, String text, Map<String, Object> line) {
    line.put("source_events", describe(session.env().from("`source_events`").getResolvedSchema()));
    SinkModifyOperation insert = (SinkModifyOperation) session.parse(text);
    ResolvedSchema query = insert.getChild().getResolvedSchema();
    ResolvedSchema table = insert.getContextResolvedTable().getResolvedSchema();
    line.put("query", describe(query));
    session.env().explainSql(text, ExplainFormat.TEXT);
    compare(query, table);
  }

  /** A struct with an array of binary is made without a cast, and so without the names of its fields. */
  private static void compare(ResolvedSchema query, ResolvedSchema table) {
    compare(query, table, i -> IcebergTypes.holdsBinaryArray(table.getColumns().get(i).getDataType().getLogicalType()));
  }

  /**
   * Names and types of the query are those of the table, before any implicit cast. Where `unnamed` says so, the fields
   * inside a column have no names.
   */
  static void compare(ResolvedSchema query, ResolvedSchema table, IntPredicate unnamed) {
    if (query.getColumnCount() != table.getColumnCount()) {
      throw new IllegalStateException(
          "the query has " + query.getColumnCount() + " columns, the table " + table.getColumnCount());
    }
    for (int i = 0; i < query.getColumnCount(); i++) {
      Column from = query.getColumns().get(i);
      Column to = table.getColumns().get(i);
      if (!from.getName().equals(to.getName())) {
        throw new IllegalStateException("column " + i + " is " + from.getName() + " in the query, " + to.getName() + " in the table");
      }
      LogicalType given = IcebergTypes.normalise(from.getDataType().getLogicalType());
      LogicalType wanted = IcebergTypes.normalise(to.getDataType().getLogicalType());
      if (unnamed.test(i)) {
        given = IcebergTypes.withoutNames(given);
        wanted = IcebergTypes.withoutNames(wanted);
      }
      if (!given.equals(wanted)) {
        throw new IllegalStateException(
            "column " + to.getName() + " is " + given.asSerializableString() + " in the query, " + wanted.asSerializableString() + " in the table");
      }
    }
  }

  private static List<String> describe(ResolvedSchema schema) {
    List<String> columns = new ArrayList<>();
    for (Column column : schema.getColumns()) {
      columns.add("`" + column.getName() + "` " + column.getDataType().getLogicalType().asSummaryString());
    }
    return columns;
  }

  static List<String> chain(Throwable error) {
    List<String> chain = new ArrayList<>();
    for (Throwable cause = error; cause != null && chain.size() < 10; cause = cause.getCause()) {
      chain.add(cause.getClass().getName() + ": " + cause.getMessage());
    }
    return chain;
  }
}
