package weir.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * A failure as one line of JSON in plain ASCII:
 * {"schema":1,"exit":6,"error":{"code","message"[,"differences":[{"path","contract","found"}],"more":N][,"causes":[…]]}}.
 */
final class ErrorReport {
  private static final int MOST_DIFFERENCES = 100;
  private static final int MOST_CAUSES = 8;
  private static final int MOST_CAUSE_CHARACTERS = 2000;
  private static final ObjectMapper MAPPER = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final Failure failure;
  private final Scrubber scrubber;

  ErrorReport(Failure failure, Scrubber scrubber) {
    this.failure = failure;
    this.scrubber = scrubber;
  }

  /** The whole line, without its end. */
  String line() {
    return line(scrubber.scrub(failure.getMessage()), MOST_DIFFERENCES, causes());
  }

  /** The line shortened to `bytes`, still one JSON value: causes go first, then differences, then the message's end. */
  String line(int bytes) {
    String message = scrubber.scrub(failure.getMessage());
    List<String> causes = new ArrayList<>(causes());
    int differences = Math.min(failure.differences().size(), MOST_DIFFERENCES);
    while (true) {
      String line = line(message, differences, causes);
      if (line.length() <= bytes) { // plain ASCII: a character is a byte
        return line;
      }
      if (!causes.isEmpty()) {
        causes.remove(causes.size() - 1);
      } else if (differences > 0) {
        differences--;
      } else if (message.length() > 8) {
        message = cut(message, message.length() / 2);
      } else if (message.length() > 3) {
        message = "...";
      } else {
        return line.substring(0, Math.max(0, bytes));
      }
    }
  }

  private String line(String message, int differences, List<String> causes) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schema", 1);
    root.put("exit", failure.code().exit);
    ObjectNode error = root.putObject("error");
    error.put("code", failure.code().slug);
    error.put("message", message);
    List<SchemaDifference> all = failure.differences();
    if (!all.isEmpty()) {
      ArrayNode array = error.putArray("differences");
      for (SchemaDifference difference : all.subList(0, Math.min(differences, all.size()))) {
        array
            .addObject()
            .put("path", difference.path())
            .put("contract", difference.contract())
            .put("found", difference.found());
      }
      if (array.size() < all.size()) {
        error.put("more", all.size() - array.size());
      }
    }
    if (!causes.isEmpty()) {
      causes.forEach(error.putArray("causes")::add);
    }
    try {
      return MAPPER.writeValueAsString(root);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private List<String> causes() {
    List<String> causes = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable cause = failure.getCause(); cause != null && seen.add(cause); cause = cause.getCause()) {
      if (causes.size() == MOST_CAUSES) {
        break;
      }
      causes.add(cut(scrubber.scrub(cause.getClass().getName() + ": " + cause.getMessage()), MOST_CAUSE_CHARACTERS));
    }
    return causes;
  }

  private static String cut(String text, int characters) {
    if (text.length() <= characters) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(Math.max(0, characters - 1))) ? characters - 1 : characters;
    return text.substring(0, Math.max(0, end)) + "...";
  }
}
