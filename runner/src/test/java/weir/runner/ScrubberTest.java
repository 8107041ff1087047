package weir.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScrubberTest {
  private static final String CANARY = "client:c4n@ry/+ secret=1";
  private static final Scrubber SCRUBBER = Scrubber.of(Map.of("AWS_SECRET_ACCESS_KEY", "wolpertinger", "HOME", "/home/x"), List.of(CANARY));

  private static void gone(String text, String secret) {
    assertFalse(SCRUBBER.scrub("before " + text + " after").contains(secret), text);
    String clean = SCRUBBER.scrub("before " + text + " after");
    assertEquals("before ", clean.substring(0, 7));
    assertEquals(" after", clean.substring(clean.length() - 6));
  }

  @Test
  void hidesResolvedValuesInEveryFormTheyTravelIn() {
    String secret = CANARY.substring(CANARY.indexOf(':') + 1);
    for (String value : List.of(CANARY, secret)) {
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      gone(value, "c4n@ry");
      gone(URLEncoder.encode(value, StandardCharsets.UTF_8), "c4n%40ry");
      String base64 = Base64.getEncoder().encodeToString(bytes);
      gone(base64, base64.substring(0, 8));
    }
  }

  @Test
  void hidesSecretsOfTheEnvironmentByTheirNames() {
    gone("wolpertinger", "wolpertinger");
    assertEquals("/home/x stays", SCRUBBER.scrub("/home/x stays"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: Bearer abcdef0123456789",
        "{\"access_token\":\"abcdef0123456789\"}",
        "client_secret=abcdef0123456789",
        "s3.secret-access-key=abcdef0123456789",
        "s3.session-token: abcdef0123456789",
        "eyJhbGciOiJIUzI1NiJ9.abcdef0123456789.sig",
      })
  void hidesWhatLooksLikeAToken(String text) {
    gone(text, "abcdef0123456789");
  }

  @Test
  void leavesOrdinaryTextAlone() {
    String text = "Table does not exist: lab.strict; column `token_count` INT, path a/b";
    assertEquals(text, SCRUBBER.scrub(text));
    assertEquals("", SCRUBBER.scrub(null));
  }
}
