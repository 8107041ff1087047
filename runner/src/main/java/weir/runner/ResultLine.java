package weir.runner;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a run did, as one line of JSON. */
final class ResultLine {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ResultLine() {}

  /** @param jobId null when nothing was submitted */
  static String of(JobFile job, Lake.Made made, String jobId) {
    ObjectNode line = MAPPER.createObjectNode();
    line.put("schema", 1);
    line.put("product", job.product());
    line.put("build", job.build());
    line.put("table", job.tableName());
    made.namespaces().forEach(line.putArray("namespacesCreated")::add);
    line.put("tableCreated", made.table());
    line.put("submitted", jobId);
    return line.toString();
  }
}
