package weir.runner;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Takes secrets out of texts that others wrote, such as the messages of HTTP clients and servers: the values that this run
 * resolved in the forms in which they travel, values of variables whose names say that they are secret, and whatever
 * looks like a token that the catalog gave out.
 */
final class Scrubber {
  private static final String MASK = "***";
  private static final Pattern SECRET_NAME = Pattern.compile("(?i).*(SECRET|TOKEN|PASSW|CREDENTIAL|PRIVATE|ACCESS_KEY).*");
  /** Shorter values of such variables are words like "true", not secrets. */
  private static final int SHORTEST_SECRET = 6;

  private static final Pattern BEARER = Pattern.compile("(?i)\\b(bearer|basic)\\s+[A-Za-z0-9._~+/=-]{6,}");
  private static final Pattern WEB_TOKEN = Pattern.compile("eyJ[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]*)?");
  private static final Pattern MEMBER =
      Pattern.compile(
          "(?i)\\b(access_token|refresh_token|client_secret|subject_token|token|credential|password|[a-z0-9.-]*secret-access-key"
              + "|[a-z0-9.-]*session-token)(\"?\\s*[=:]\\s*\"?)([^\\s\",;&}\\])]+)");

  private final List<String> secrets;

  private Scrubber(Collection<String> secrets) {
    this.secrets = secrets.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
  }

  /** Knows the environment's secrets, and `resolved`. */
  static Scrubber of(Map<String, String> environment, Collection<String> resolved) {
    Set<String> forms = new TreeSet<>();
    environment.forEach(
        (name, value) -> {
          if (value.length() >= SHORTEST_SECRET && SECRET_NAME.matcher(name).matches()) {
            addForms(forms, value);
          }
        });
    resolved.forEach(value -> addForms(forms, value));
    return new Scrubber(forms);
  }

  private static void addForms(Set<String> forms, String value) {
    addEncodings(forms, value);
    int colon = value.indexOf(':'); // client_id:client_secret
    if (colon >= 0 && colon + 1 < value.length()) {
      addEncodings(forms, value.substring(colon + 1));
    }
  }

  private static void addEncodings(Set<String> forms, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    forms.add(value);
    forms.add(URLEncoder.encode(value, StandardCharsets.UTF_8));
    forms.add(URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
    forms.add(Base64.getEncoder().encodeToString(bytes));
    forms.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
    forms.add(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  String scrub(String text) {
    if (text == null) {
      return "";
    }
    String clean = text;
    for (String secret : secrets) {
      clean = clean.replace(secret, MASK);
    }
    clean = BEARER.matcher(clean).replaceAll("$1 " + MASK);
    clean = WEB_TOKEN.matcher(clean).replaceAll(MASK);
    return MEMBER.matcher(clean).replaceAll("$1$2" + MASK);
  }
}
