import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.polaris.core.auth.PolarisAuthorizableOperation;
import org.apache.polaris.core.auth.PolarisAuthorizerImpl;
import org.apache.polaris.core.auth.PolarisPrincipal;
import org.apache.polaris.core.entity.PolarisBaseEntity;
import org.apache.polaris.core.entity.PolarisEntity;
import org.apache.polaris.core.entity.PolarisEntityType;
import org.apache.polaris.core.entity.PolarisGrantRecord;
import org.apache.polaris.core.entity.PolarisPrivilege;
import org.apache.polaris.core.persistence.PolarisResolvedPathWrapper;
import org.apache.polaris.core.persistence.ResolvedPolarisEntity;

/**
 * Polaris's own authorizer, asked for every operation that it knows. Each line of the input is one role's rights,
 * `LEVEL:PRIVILEGE …` with the levels catalog, namespace and table; its answer is one line of `OPERATION@PLACE …`, every
 * operation that the role may do, on the catalog, the namespace, the table, and another table of the same namespace.
 */
class Privileges {
  private static final long CATALOG = 10, NAMESPACE = 20, TABLE = 30, OTHER = 31, ROLE = 40;
  private static final Map<String, Long> LEVELS = Map.of("catalog", CATALOG, "namespace", NAMESPACE, "table", TABLE);
  private static final PolarisPrincipal WHO = PolarisPrincipal.of("job", Map.of(), Set.of("writer"));

  private final PolarisAuthorizerImpl authorizer = new PolarisAuthorizerImpl(null);
  private final Map<Long, List<PolarisGrantRecord>> grants = new HashMap<>();
  private final PolarisBaseEntity role = entity(ROLE, CATALOG, PolarisEntityType.CATALOG_ROLE);

  private static PolarisEntity entity(long id, long parent, PolarisEntityType type) {
    return new PolarisEntity.Builder().setId(id).setParentId(parent).setCatalogId(CATALOG).setType(type).setName(type + " " + id).build();
  }

  private Privileges(String rights) {
    for (String right : rights.isBlank() ? new String[0] : rights.trim().split(" ")) {
      String[] parts = right.split(":");
      long securable = LEVELS.get(parts[0]);
      int privilege = PolarisPrivilege.valueOf(parts[1]).getCode();
      grants.computeIfAbsent(securable, any -> new ArrayList<>()).add(new PolarisGrantRecord(CATALOG, securable, CATALOG, ROLE, privilege));
    }
  }

  private ResolvedPolarisEntity resolved(long id, long parent, PolarisEntityType type) {
    return new ResolvedPolarisEntity(entity(id, parent, type), List.of(), grants.getOrDefault(id, List.of()));
  }

  private Map<String, PolarisResolvedPathWrapper> places() {
    ResolvedPolarisEntity catalog = resolved(CATALOG, 0, PolarisEntityType.CATALOG);
    ResolvedPolarisEntity namespace = resolved(NAMESPACE, CATALOG, PolarisEntityType.NAMESPACE);
    ResolvedPolarisEntity table = resolved(TABLE, NAMESPACE, PolarisEntityType.TABLE_LIKE);
    ResolvedPolarisEntity other = resolved(OTHER, NAMESPACE, PolarisEntityType.TABLE_LIKE);
    return Map.of(
        "catalog", new PolarisResolvedPathWrapper(List.of(catalog)),
        "namespace", new PolarisResolvedPathWrapper(List.of(catalog, namespace)),
        "table", new PolarisResolvedPathWrapper(List.of(catalog, namespace, table)),
        "other", new PolarisResolvedPathWrapper(List.of(catalog, namespace, other)));
  }

  /** An operation on two things, such as a renaming, is asked with the same place twice. */
  private String allowed() {
    List<String> allowed = new ArrayList<>();
    places()
        .forEach(
            (name, place) -> {
              for (PolarisAuthorizableOperation operation : PolarisAuthorizableOperation.values()) {
                if (authorizer.isAuthorized(WHO, Set.of(role), operation, place, place)) {
                  allowed.add(operation + "@" + name);
                }
              }
            });
    return String.join(" ", allowed);
  }

  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String rights = in.readLine(); rights != null; rights = in.readLine()) {
      System.out.println(new Privileges(rights).allowed());
    }
  }
}
