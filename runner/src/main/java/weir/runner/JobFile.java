package weir.runner;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;

/** job.json, as `weir generate flink` writes it. job.schema.json beside the classes describes it member by member. */
record JobFile(
    int version,
    String product,
    String build,
    String expose,
    Digests digests,
    List<Statement> statements,
    Catalog catalog,
    List<String> namespace,
    Table table) {

  static final int VERSION = 1;
  /** A Kubernetes ConfigMap holds one MiB; nothing that is mounted from one is larger. */
  private static final int MOST_BYTES = 4 * 1024 * 1024;

  enum Kind {
    @JsonProperty("set")
    SET,
    @JsonProperty("create-table")
    CREATE_TABLE,
    @JsonProperty("create-view")
    CREATE_VIEW,
    @JsonProperty("create-catalog")
    CREATE_CATALOG,
    @JsonProperty("create-database")
    CREATE_DATABASE,
    @JsonProperty("insert")
    INSERT
  }

  record Statement(Kind kind, String text) {}

  record Digests(String sql) {}

  record Catalog(String name, Map<String, String> properties) {}

  /** Schema and partition spec are in Iceberg's own JSON form. */
  record Table(
      String name,
      JsonNode schema,
      @JsonProperty("partition-spec") JsonNode partitionSpec,
      Map<String, String> properties) {}

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  static JobFile read(Path file) throws Failure {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new Failure(Failure.Code.JOB_UNREADABLE, file + " is larger than " + MOST_BYTES + " bytes");
      }
      return parse(bytes);
    } catch (IOException error) {
      throw new Failure(Failure.Code.JOB_UNREADABLE, "cannot read " + file, error);
    }
  }

  static JobFile parse(byte[] json) throws Failure {
    try {
      JsonNode tree = MAPPER.readTree(json);
      if (!tree.isObject()) {
        throw new Failure(Failure.Code.JOB_INVALID, "job.json is no JSON object");
      }
      JsonNode version = tree.path("version");
      if (version.isInt() && version.intValue() != VERSION) {
        throw new Failure(
            Failure.Code.JOB_VERSION,
            "job.json has version " + version.intValue() + ", this runner reads version " + VERSION
                + ": use the image that belongs to the weir that wrote it");
      }
      JobFile job = MAPPER.treeToValue(tree, JobFile.class);
      job.check();
      return job;
    } catch (JsonProcessingException error) {
      // The original message leaves out the excerpt of the text that Jackson would add.
      throw new Failure(Failure.Code.JOB_INVALID, "job.json: " + error.getOriginalMessage() + where(error));
    } catch (IOException error) {
      throw new Failure(Failure.Code.JOB_UNREADABLE, "job.json cannot be read", error);
    }
  }

  private static String where(JsonProcessingException error) {
    return error.getLocation() == null ? "" : " (line " + error.getLocation().getLineNr() + ")";
  }

  /** What the statements must be, beyond their shapes. */
  private void check() throws Failure {
    long inserts = statements.stream().filter(statement -> statement.kind() == Kind.INSERT).count();
    long catalogs = statements.stream().filter(statement -> statement.kind() == Kind.CREATE_CATALOG).count();
    boolean insertLast = !statements.isEmpty() && statements.get(statements.size() - 1).kind() == Kind.INSERT;
    if (inserts != 1 || !insertLast || catalogs != 1) {
      throw new Failure(
          Failure.Code.JOB_INVALID, "job.json: statements must have one create-catalog, and one insert as the last");
    }
    if (namespace.isEmpty()) {
      throw new Failure(Failure.Code.JOB_INVALID, "job.json: namespace has no part");
    }
    try {
      partitionSpec(schema());
    } catch (RuntimeException error) {
      throw new Failure(Failure.Code.JOB_INVALID, "job.json: table.schema or table.partition-spec", error);
    }
  }

  Schema schema() {
    return SchemaParser.fromJson(table.schema().toString());
  }

  PartitionSpec partitionSpec(Schema schema) {
    return PartitionSpecParser.fromJson(schema, table.partitionSpec().toString());
  }

  String insert() {
    return statements.get(statements.size() - 1).text();
  }

  /** The table as people read it. */
  String tableName() {
    return String.join(".", namespace) + "." + table.name();
  }
}
