package weir.engine;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.operations.SinkModifyOperation;
import org.apache.flink.table.runtime.operators.CodeGenOperatorFactory;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.apache.flink.table.types.utils.TypeConversions;

/**
 * Generated WORK_FOLDER CASES.jsonl THREADS
 *
 * <p>Lets the planner judge scripts by the thousand. A case is {"case", "script", "stream": [[name, type]], "declared":
 * [[name, type]], "outputs": [[name, type, null or whether it may be null, whether its fields have no names]], "stored":
 * whether timestamps have the six digits of the table}. For each, settings and DDL are executed, the INSERT is planned as
 * EXPLAIN does, and the code that it would run is compiled; source_events must have the columns of `stream`; the query
 * must have the names and types of `outputs` and of the table. Then source_events is made anew with NOT NULL as the
 * contract declares it (`declared`), and the nullability that the planner derives for each column of the query must be
 * the one of `outputs`. A case without outputs is only planned and compiled.
 */
public final class Generated {
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private static final ClassLoader LOADER = Generated.class.getClassLoader();

  private Generated() {}

  public static void main(String[] arguments) throws Exception {
    Path warehouse = Path.of(arguments[0]);
    Files.createDirectories(warehouse);
    ObjectMapper mapper = new ObjectMapper();
    ExecutorService pool = Executors.newFixedThreadPool(Integer.parseInt(arguments[2]));
    List<Future<?>> running = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(arguments[1]))) {
      JsonNode test = mapper.readTree(line);
      int number = running.size();
      running.add(pool.submit(() -> OUT.println(Json.write(judgeTwice(test, warehouse.resolve("w" + number))))));
    }
    for (Future<?> one : running) {
      one.get();
    }
    OUT.println(Json.write(Map.of("judged", running.size())));
    System.exit(0);
  }

  /** Iceberg's catalogs share one timer for locks, and the one thread may stop it under the other's hands. */
  private static Map<String, Object> judgeTwice(JsonNode test, Path warehouse) {
    Map<String, Object> line = judge(test, warehouse);
    String error = String.valueOf(line.get("error"));
    return error.contains("RejectedExecutionException") ? judge(test, warehouse.resolve("again")) : line;
  }

  private static Map<String, Object> judge(JsonNode test, Path warehouse) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("case", test.get("case").asText());
    long start = System.nanoTime();
    String step = "the script";
    try {
      Session session = new Session(warehouse, new Configuration(), true);
      String insert = prepare(session, Path.of(test.get("script").asText()));
      SinkModifyOperation operation = (SinkModifyOperation) session.parse(insert);
      compileCode(((TableEnvironmentImpl) session.env()).getPlanner().translate(List.of(operation)));
      if (test.hasNonNull("outputs")) {
        checkTypes("source_events", session.env().from("`source_events`").getResolvedSchema(), test.get("stream"), false);
        ResolvedSchema query = operation.getChild().getResolvedSchema();
        JsonNode outputs = test.get("outputs");
        Planner.compare(query, operation.getContextResolvedTable().getResolvedSchema(), i -> outputs.get(i).path(3).asBoolean());
        checkTypes("the query", query, outputs, test.path("stored").asBoolean());
        step = "NOT NULL as declared";
        declare(session, test.get("declared"));
        checkNulls(((SinkModifyOperation) session.parse(insert)).getChild().getResolvedSchema(), outputs);
      }
      line.put("ok", true);
    } catch (Throwable error) { // Calcite reports some faults as AssertionError
      line.put("ok", false);
      line.put("error", step + ": " + Planner.chain(error));
    }
    line.put("ms", (System.nanoTime() - start) / 1_000_000);
    return line;
  }

  /** Executes all but the INSERT, which is returned. */
  private static String prepare(Session session, Path script) throws IOException {
    String insert = null;
    for (Script.Statement statement : Script.read(script)) {
      if (statement.kind() == Script.Kind.INSERT && insert == null) {
        insert = statement.text();
      } else {
        session.execute(statement);
      }
    }
    if (insert == null) {
      throw new IllegalStateException("the script has no INSERT");
    }
    return insert;
  }

  /** The planner writes Java for what it planned, and EXPLAIN does not show whether that Java is right. */
  private static void compileCode(List<Transformation<?>> roots) {
    Set<Transformation<?>> all = new HashSet<>();
    roots.forEach(root -> all.addAll(root.getTransitivePredecessors()));
    for (Transformation<?> one : all) {
      if (one instanceof OneInputTransformation<?, ?> operator
          && operator.getOperatorFactory() instanceof CodeGenOperatorFactory<?> generated) {
        generated.getGeneratedClass().compile(LOADER);
      }
    }
  }

  private static void checkTypes(String what, ResolvedSchema schema, JsonNode expected, boolean stored) {
    if (schema.getColumnCount() != expected.size()) {
      throw new IllegalStateException(what + " has " + schema.getColumnCount() + " columns, the plan " + expected.size());
    }
    for (int i = 0; i < expected.size(); i++) {
      Column column = schema.getColumns().get(i);
      String name = expected.get(i).get(0).asText();
      LogicalType type = IcebergTypes.withoutNulls(LogicalTypeParser.parse(expected.get(i).get(1).asText(), LOADER));
      LogicalType given = IcebergTypes.withoutNulls(column.getDataType().getLogicalType());
      if (LogicalTypeChecks.isRowtimeAttribute(column.getDataType().getLogicalType()) && given.is(type.getTypeRoot())) {
        given = type; // event time has three digits for the planner, whatever the table declares
      }
      if (stored) {
        given = IcebergTypes.normalise(given);
        type = IcebergTypes.normalise(type);
      }
      if (expected.get(i).path(3).asBoolean()) {
        given = IcebergTypes.withoutNames(given);
        type = IcebergTypes.withoutNames(type);
      }
      if (!column.getName().equals(name) || !given.equals(type)) {
        throw new IllegalStateException(
            what + " has `" + column.getName() + "` " + given + " where the plan has `" + name + "` " + type);
      }
    }
  }

  /** Puts a table with these columns, and NOT NULL at every level, in the place of source_events. */
  private static void declare(Session session, JsonNode columns) {
    Schema.Builder schema = Schema.newBuilder();
    for (JsonNode column : columns) {
      LogicalType type = LogicalTypeParser.parse(column.get(1).asText(), LOADER);
      schema.column(column.get(0).asText(), TypeConversions.fromLogicalToDataType(type));
    }
    if (!session.env().dropTemporaryView("`source_events`")) {
      session.env().dropTemporaryTable("`source_events`");
    }
    session.env().createTemporaryTable("`source_events`", TableDescriptor.forConnector("datagen").schema(schema.build()).build());
  }

  private static void checkNulls(ResolvedSchema query, JsonNode outputs) {
    for (int i = 0; i < outputs.size(); i++) {
      JsonNode expected = outputs.get(i).get(2);
      boolean nullable = query.getColumns().get(i).getDataType().getLogicalType().isNullable();
      if (!expected.isNull() && expected.asBoolean() != nullable) {
        String name = outputs.get(i).get(0).asText();
        throw new IllegalStateException(
            "output `" + name + "` may " + (nullable ? "" : "not ") + "be null for the planner, and may "
                + (nullable ? "not " : "") + "for Weir");
      }
    }
  }
}
