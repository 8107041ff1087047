package weir.runner;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.CompiledPlan;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.catalog.CatalogDescriptor;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.SinkModifyOperation;
import org.apache.flink.table.operations.command.SetOperation;
import org.apache.flink.table.operations.ddl.CreateCatalogOperation;
import org.apache.flink.table.operations.ddl.CreateTableOperation;

/** The job's statements in one table environment: settings, catalog, source; the planner's word; the submission. */
final class FlinkJob {
  private final JobFile job;
  private final Map<String, String> catalogProperties;
  private final TableEnvironmentInternal flink;
  /**
   * The INSERT as planned. It is planned once, then explained and executed: the operators' ids, by which a savepoint finds
   * them, count up with every planning of a process.
   */
  private CompiledPlan plan;

  /** @param catalogProperties with credentials in them; statement texts only hold their placeholders */
  FlinkJob(JobFile job, Map<String, String> catalogProperties) {
    this.job = job;
    this.catalogProperties = catalogProperties;
    this.flink =
        (TableEnvironmentInternal) TableEnvironment.create(EnvironmentSettings.newInstance().inStreamingMode().build());
  }

  /** Executes everything but the INSERT, has the planner explain that, and compares its types with the table's. */
  void prepare() throws Failure {
    int number = 0;
    for (JobFile.Statement statement : job.statements()) {
      number++;
      try {
        execute(statement);
      } catch (Exception | LinkageError | AssertionError error) { // Calcite reports some faults as AssertionError
        boolean query = statement.kind() == JobFile.Kind.INSERT;
        String kind = statement.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        throw new Failure(
            query ? Failure.Code.QUERY_REFUSED : Failure.Code.STATEMENT_REFUSED,
            (query ? "Flink's planner refuses the query: " : "statement " + number + " (" + kind + ") is refused: ")
                + said(error),
            error);
      }
    }
    checkTypes((SinkModifyOperation) parse(job.insert()));
  }

  private void checkTypes(SinkModifyOperation insert) throws Failure {
    List<SchemaDifference> differences =
        QueryTypes.compare(insert.getChild().getResolvedSchema(), insert.getContextResolvedTable().getResolvedSchema());
    if (!differences.isEmpty()) {
      SchemaDifference first = differences.get(0);
      throw new Failure(
          Failure.Code.QUERY_TYPES,
          "the query does not yield what the contract says: " + first.path() + ": the contract says " + first.contract()
              + ", the query yields " + first.found() + "; write a CAST, or name the fields",
          differences);
    }
  }

  /** Submits the one job; returns its id. */
  String submit() throws Failure {
    try {
      TableResult result = plan.execute();
      return result.getJobClient().map(client -> client.getJobID().toString()).orElseThrow();
    } catch (Exception | LinkageError | AssertionError error) {
      throw new Failure(Failure.Code.NOT_SUBMITTED, "Flink did not take the job: " + said(error), error);
    }
  }

  private void execute(JobFile.Statement statement) {
    String text = statement.text();
    switch (statement.kind()) {
      case SET -> set((SetOperation) parse(text));
      case CREATE_CATALOG -> createCatalog((CreateCatalogOperation) parse(text));
      case CREATE_TABLE -> createTable((CreateTableOperation) parse(text), text);
      case CREATE_VIEW -> flink.executeSql(text);
      case CREATE_DATABASE -> {} // Lake made it
      case INSERT -> {
        plan = flink.compilePlanSql(text);
        plan.explain();
      }
    }
  }

  private Operation parse(String statement) {
    List<Operation> operations = flink.getParser().parse(statement);
    if (operations.size() != 1) {
      throw new IllegalArgumentException("one statement was expected, the parser sees " + operations.size());
    }
    return operations.get(0);
  }

  private void set(SetOperation set) {
    flink.getConfig().set(set.getKey().orElseThrow(), set.getValue().orElseThrow());
  }

  /** Not by its statement, so that no credential is ever part of a text that Flink parses, logs or quotes. */
  private void createCatalog(CreateCatalogOperation catalog) {
    if (!catalog.getCatalogName().equals(job.catalog().name()) || !catalog.getProperties().equals(job.catalog().properties())) {
      throw new IllegalArgumentException("it differs from the member catalog of job.json");
    }
    flink.createCatalog(
        job.catalog().name(), CatalogDescriptor.of(job.catalog().name(), Configuration.fromMap(catalogProperties)));
  }

  /** The Iceberg table is there already: Flink's DDL would lose NOT NULL inside optional structs. */
  private void createTable(CreateTableOperation table, String text) {
    if (table.isTemporary()) {
      flink.executeSql(text);
      return;
    }
    String database = job.namespace().get(job.namespace().size() - 1);
    List<String> expected = List.of(job.catalog().name(), database, job.table().name());
    if (!Objects.equals(table.getTableIdentifier().toList(), expected)) {
      throw new IllegalArgumentException("it names another table than the member table of job.json");
    }
  }

  /** The innermost message: Flink wraps what matters. */
  private static String said(Throwable error) {
    Throwable inner = error;
    for (int depth = 0; inner.getCause() != null && depth < 30; depth++) {
      inner = inner.getCause();
    }
    String message = inner.getMessage();
    return message == null ? inner.getClass().getName() : message;
  }
}
