package weir.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.catalog.CatalogDescriptor;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.command.SetOperation;
import org.apache.flink.table.operations.ddl.CreateCatalogOperation;
import org.apache.flink.table.operations.ddl.CreateTableOperation;

/**
 * One table environment that a script's settings and DDL are executed in. The REST catalog is replaced by one on a
 * folder; everything else runs as it stands.
 */
final class Session {
  private final TableEnvironmentInternal env;
  private final Path warehouse;
  private Path records;

  Session(Path warehouse, Configuration configuration, boolean streaming) {
    EnvironmentSettings.Builder settings = EnvironmentSettings.newInstance().withConfiguration(configuration);
    this.env =
        (TableEnvironmentInternal) TableEnvironment.create((streaming ? settings.inStreamingMode() : settings.inBatchMode()).build());
    this.warehouse = warehouse;
  }

  TableEnvironmentInternal env() {
    return env;
  }

  Operation parse(String statement) {
    List<Operation> operations = env.getParser().parse(statement);
    if (operations.size() != 1) {
      throw new IllegalArgumentException("one statement was expected, the parser sees " + operations.size());
    }
    return operations.get(0);
  }

  /** What scripts put into the default catalog goes into this database from now on. */
  void useDatabase(String name) {
    env.useCatalog("default_catalog");
    env.executeSql("CREATE DATABASE `" + name + "`");
    env.useDatabase(name);
  }

  /** From now on Kafka tables read the records of a test case instead. */
  void readRecordsFrom(Path testCase) {
    records = testCase;
  }

  /** Executes a setting or a DDL statement. */
  void execute(Script.Statement statement) throws IOException {
    switch (statement.kind()) {
      case SET -> set(statement.text());
      case CREATE_CATALOG -> createCatalog((CreateCatalogOperation) parse(statement.text()));
      case OTHER_DDL -> executeDdl(statement.text());
      default -> throw new IllegalArgumentException("not a setting and not a DDL statement");
    }
  }

  private void executeDdl(String text) throws IOException {
    if (records != null
        && parse(text) instanceof CreateTableOperation create
        && "kafka".equals(create.getCatalogTable().getOptions().get("connector"))) {
      Map<String, String> options = new HashMap<>(create.getCatalogTable().getOptions());
      options.put("connector", RecordsFactory.IDENTIFIER);
      options.put(RecordsFactory.CASE.key(), records.toString());
      for (String side : List.of("key", "value")) {
        if (options.containsKey(side + ".avro-confluent.url")) {
          options.put(side + ".avro-confluent.url", Registry.url());
        }
      }
      TableDescriptor.Builder table =
          TableDescriptor.forConnector(RecordsFactory.IDENTIFIER).schema(create.getCatalogTable().getUnresolvedSchema());
      options.forEach(table::option);
      env.createTemporaryTable(create.getTableIdentifier().asSerializableString(), table.build());
    } else {
      env.executeSql(text);
    }
  }

  private void set(String text) {
    SetOperation set = (SetOperation) parse(text);
    Optional<String> key = set.getKey();
    Optional<String> value = set.getValue();
    if (key.isEmpty() || value.isEmpty()) {
      throw new IllegalArgumentException("SET without a key and a value");
    }
    env.getConfig().set(key.get(), value.get());
  }

  private void createCatalog(CreateCatalogOperation catalog) {
    Map<String, String> given = catalog.getProperties();
    require(given, "type", "iceberg");
    require(given, "catalog-type", "rest");
    for (String key : List.of("uri", "warehouse", "io-impl")) {
      if (!given.containsKey(key)) {
        throw new IllegalArgumentException("the catalog has no " + key);
      }
    }
    Map<String, String> options = new HashMap<>();
    options.put("type", "iceberg");
    options.put("catalog-type", "hadoop");
    options.put("warehouse", warehouse.toUri().toString());
    if (given.containsKey("base-namespace")) {
      options.put("base-namespace", given.get("base-namespace"));
    }
    env.createCatalog(catalog.getCatalogName(), CatalogDescriptor.of(catalog.getCatalogName(), Configuration.fromMap(options)));
  }

  private static void require(Map<String, String> given, String key, String value) {
    if (!value.equals(given.get(key))) {
      throw new IllegalArgumentException("the catalog's " + key + " is " + given.get(key) + ", not " + value);
    }
  }
}
