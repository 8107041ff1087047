package weir.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/**
 * A case of tests/engine/values: the script, the records that it reads and the rows that must be in the table, or the
 * text of the error that the job must end with.
 */
record TestCase(Path script, List<KafkaRecord> records, List<String> rows, String failure) {

  /** A record; `value` and `key` are the bytes on the wire, null where there are none. */
  record KafkaRecord(byte[] key, byte[] value, long offset, long timestamp, Map<String, String> headers) {
    Object metadata(String name, String topic) {
      switch (name) {
        case "topic":
          return StringData.fromString(topic);
        case "partition":
          return 3;
        case "offset":
          return offset;
        case "timestamp":
          return TimestampData.fromEpochMillis(timestamp);
        case "timestamp-type":
          return StringData.fromString("CreateTime");
        case "leader-epoch":
          return null;
        case "headers":
          Map<StringData, byte[]> map = new HashMap<>();
          headers.forEach((key, text) -> map.put(StringData.fromString(key), text == null ? null : bytes(text)));
          return new GenericMapData(map);
        default:
          throw new IllegalArgumentException("no such metadata: " + name);
      }
    }
  }

  /**
   * Reads {"script", "records": [{"key", "value", "headers", "timestamp"}], "rows" or "fails"}; with {"avro": {"key",
   * "value"}} keys and values are in Avro's JSON encoding of these schemas.
   */
  static TestCase read(Path file) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode root = mapper.readTree(file.toFile());
    List<KafkaRecord> records = new ArrayList<>();
    for (JsonNode record : root.get("records")) {
      Map<String, String> headers = new HashMap<>();
      Iterator<Map.Entry<String, JsonNode>> fields = record.path("headers").fields();
      while (fields.hasNext()) {
        Map.Entry<String, JsonNode> header = fields.next();
        headers.put(header.getKey(), header.getValue().isNull() ? null : header.getValue().asText());
      }
      records.add(
          new KafkaRecord(
              onTheWire(record.get("key"), root.path("avro").get("key")),
              onTheWire(record.get("value"), root.path("avro").get("value")),
              records.size(),
              record.path("timestamp").asLong(0),
              headers));
    }
    List<String> rows = new ArrayList<>();
    for (JsonNode row : root.path("rows")) {
      rows.add(row.asText());
    }
    return new TestCase(Path.of(root.get("script").asText()), records, rows, root.path("fails").asText(null));
  }

  private static byte[] onTheWire(JsonNode content, JsonNode schema) throws IOException {
    if (content == null) {
      return null;
    }
    return schema == null ? bytes(content.asText()) : Registry.encode(schema.toString(), content.asText());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
