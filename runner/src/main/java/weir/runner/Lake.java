package weir.runner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.rest.RESTCatalog;

/** The Iceberg catalog: brings namespace and table to what the job expects, or says what stands in the way. */
final class Lake implements AutoCloseable {
  /** What had to be made. */
  record Made(List<String> namespaces, boolean table) {}

  private final RESTCatalog catalog = new RESTCatalog(CatalogClient::of);
  private final JobFile job;
  private final Namespace namespace;
  private final TableIdentifier table;
  private final List<String> madeNamespaces = new ArrayList<>();

  private Lake(JobFile job) {
    this.job = job;
    this.namespace = Namespace.of(job.namespace().toArray(String[]::new));
    this.table = TableIdentifier.of(namespace, job.table().name());
  }

  /** @param properties with credentials in them */
  static Lake open(JobFile job, Map<String, String> properties) throws Failure {
    Lake lake = new Lake(job);
    lake.call("open the catalog", () -> lake.catalog.initialize(job.catalog().name(), properties));
    return lake;
  }

  /**
   * Looks first and asks for nothing that is there: a job with least privilege may not create. The table is compared
   * in every case, after its creation too.
   */
  Made prepare() throws Failure {
    Schema wanted = job.schema();
    Schema found = find();
    boolean made = false;
    if (found == null) {
      makeNamespace();
      made = makeTable(wanted);
      found = find();
      if (found == null) {
        throw new Failure(Failure.Code.CATALOG, "the table " + job.tableName() + " was created, and is not there");
      }
    }
    List<SchemaDifference> differences = SchemaComparison.compare(wanted, found);
    if (!differences.isEmpty()) {
      String others = differences.size() > 1 ? " (and " + (differences.size() - 1) + " more)" : "";
      throw new Failure(
          Failure.Code.TABLE_DIFFERS,
          "the table " + job.tableName() + " is not the contract's: " + differences.get(0) + others,
          differences);
    }
    return new Made(List.copyOf(madeNamespaces), made);
  }

  private Schema find() throws Failure {
    Schema[] found = new Schema[1];
    call(
        "look for the table " + job.tableName(),
        () -> {
          try {
            found[0] = catalog.loadTable(table).schema();
          } catch (NoSuchTableException | NoSuchNamespaceException absent) {
            found[0] = null;
          }
        });
    return found[0];
  }

  /**
   * Creates the missing parts from the outermost in: some catalogs refuse a namespace whose parent is missing. Nothing is
   * asked of what lies outside the innermost part that is there, because the job may have no right to see it.
   */
  private void makeNamespace() throws Failure {
    int there = namespace.length();
    while (there > 0 && !exists(part(there))) {
      there--;
    }
    for (int parts = there + 1; parts <= namespace.length(); parts++) {
      Namespace part = part(parts);
      call(
          "create the namespace " + part,
          () -> {
            try {
              catalog.createNamespace(part, Collections.emptyMap()); // Map.of() may not be asked for null, as Iceberg does
              madeNamespaces.add(part.toString());
            } catch (AlreadyExistsException raced) {
              // Another job was faster, which is as good.
            }
          });
    }
  }

  private Namespace part(int parts) {
    return Namespace.of(job.namespace().subList(0, parts).toArray(String[]::new));
  }

  private boolean exists(Namespace part) throws Failure {
    boolean[] exists = new boolean[1];
    call("look for the namespace " + part, () -> exists[0] = catalog.namespaceExists(part));
    return exists[0];
  }

  private boolean makeTable(Schema schema) throws Failure {
    boolean[] made = new boolean[1];
    call(
        "create the table " + job.tableName(),
        () -> {
          try {
            catalog
                .buildTable(table, schema)
                .withPartitionSpec(job.partitionSpec(schema))
                .withProperties(job.table().properties())
                .create();
            made[0] = true;
          } catch (AlreadyExistsException raced) {
            made[0] = false; // compared like any other
          }
        });
    return made[0];
  }

  private interface Call {
    void run();
  }

  /** 401, 419, 403 and everything else are told apart: they are mended by different people. */
  private void call(String what, Call call) throws Failure {
    try {
      call.run();
    } catch (NotAuthorizedException error) {
      throw new Failure(Failure.Code.CATALOG_CREDENTIAL, "the catalog does not accept the credential (401): cannot " + what, error);
    } catch (CatalogClient.Expired error) {
      throw new Failure(Failure.Code.CATALOG_EXPIRED, "the catalog says that the token has expired (419): cannot " + what, error);
    } catch (ForbiddenException error) {
      throw new Failure(Failure.Code.CATALOG_GRANT, "the catalog's grants do not allow it (403): cannot " + what, error);
    } catch (RuntimeException | LinkageError error) {
      throw new Failure(Failure.Code.CATALOG, "cannot " + what, error);
    }
  }

  @Override
  public void close() {
    try {
      catalog.close();
    } catch (java.io.IOException | RuntimeException ignored) {
      // Nothing was written through it that closing could lose.
    }
  }
}
