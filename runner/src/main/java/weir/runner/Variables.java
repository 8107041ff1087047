package weir.runner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Catalog properties whose values `env:NAME` were replaced by the environment's. */
record Variables(Map<String, String> properties, List<String> secrets) {
  private static final String PREFIX = "env:";
  private static final String USER = "rest.auth.basic.username";
  private static final String PASSWORD = "rest.auth.basic.password";
  private static final Pattern NAME = Pattern.compile("env:([A-Za-z_][A-Za-z0-9_]*)");

  /**
   * Replaces each value `env:NAME`, and no other text anywhere. All variables that are missing are named at once: Iceberg
   * would drop such a property without a word and try without credentials.
   */
  static Variables resolve(Map<String, String> properties, Function<String, String> environment) throws Failure {
    Map<String, String> resolved = new LinkedHashMap<>();
    List<String> secrets = new ArrayList<>();
    List<String> unset = new ArrayList<>();
    for (Map.Entry<String, String> property : properties.entrySet()) {
      if (!property.getValue().startsWith(PREFIX)) {
        resolved.put(property.getKey(), property.getValue());
        continue;
      }
      String variable = variable(property);
      String value = environment.apply(variable);
      if (value == null || value.isEmpty()) {
        unset.add(variable + " (for " + property.getKey() + ")");
        continue;
      }
      if (value.chars().anyMatch(Character::isISOControl)) {
        throw new Failure(
            Failure.Code.VARIABLE_MALFORMED,
            "the environment variable " + variable + " (for " + property.getKey()
                + ") holds a line break or another control character");
      }
      resolved.put(property.getKey(), value);
      if (!property.getKey().equals(USER)) { // a user's name may be a word that messages are made of
        secrets.add(value);
      }
    }
    if (!unset.isEmpty()) {
      throw new Failure(
          Failure.Code.VARIABLE_UNSET,
          "not set, or empty, in the pod's environment: " + String.join(", ", unset)
              + "; name the Secret that holds it in deployment.secretRefs");
    }
    if (resolved.containsKey(USER) && resolved.containsKey(PASSWORD)) {
      secrets.add(resolved.get(USER) + ":" + resolved.get(PASSWORD)); // as the header of Basic authentication has it
    }
    return new Variables(resolved, secrets);
  }

  private static String variable(Map.Entry<String, String> property) throws Failure {
    Matcher matcher = NAME.matcher(property.getValue());
    if (!matcher.matches()) {
      throw new Failure(
          Failure.Code.JOB_INVALID, "job.json: catalog.properties: " + property.getKey() + " is not env: and a name");
    }
    return matcher.group(1);
  }

  /** Never the values. */
  @Override
  public String toString() {
    return "Variables of " + properties.keySet();
  }
}
