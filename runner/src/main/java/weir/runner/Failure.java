package weir.runner;

import java.util.List;

/** Why the runner ends without a job: told once, on stderr and in the pod's termination message. */
final class Failure extends Exception {
  /** What went wrong, with the exit code that says so. docs/runner.md lists them. */
  enum Code {
    INTERNAL("internal", 1),
    USAGE("usage", 2),
    JOB_UNREADABLE("job-unreadable", 2),
    JOB_INVALID("job-invalid", 2),
    JOB_VERSION("job-version", 2),
    IMAGE_MANIFEST("image-manifest", 3),
    IMAGE_FLINK("image-flink-version", 3),
    IMAGE_JAR_MISSING("image-jar-missing", 3),
    IMAGE_JAR_DIGEST("image-jar-digest", 3),
    IMAGE_JAR_UNKNOWN("image-jar-unknown", 3),
    IMAGE_JAR_TWICE("image-jar-twice", 3),
    VARIABLE_UNSET("variable-unset", 4),
    VARIABLE_MALFORMED("variable-malformed", 4),
    CATALOG_CREDENTIAL("catalog-not-authorized", 5),
    CATALOG_EXPIRED("catalog-token-expired", 5),
    CATALOG_GRANT("catalog-forbidden", 5),
    CATALOG("catalog-failed", 5),
    TABLE_DIFFERS("table-schema-differs", 6),
    STATEMENT_REFUSED("statement-refused", 7),
    QUERY_REFUSED("query-refused", 7),
    QUERY_TYPES("query-type-differs", 7),
    NOT_SUBMITTED("not-submitted", 8);

    final String slug;
    final int exit;

    Code(String slug, int exit) {
      this.slug = slug;
      this.exit = exit;
    }
  }

  private static final long serialVersionUID = 1;

  private final Code code;
  private final transient List<SchemaDifference> differences;

  Failure(Code code, String message) {
    this(code, message, (Throwable) null);
  }

  Failure(Code code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.differences = List.of();
  }

  Failure(Code code, String message, List<SchemaDifference> differences) {
    super(message);
    this.code = code;
    this.differences = List.copyOf(differences);
  }

  Code code() {
    return code;
  }

  List<SchemaDifference> differences() {
    return differences;
  }
}
