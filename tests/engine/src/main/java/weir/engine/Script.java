package weir.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A job.sql taken apart into its statements. */
final class Script {
  enum Kind { SET, CREATE_CATALOG, INSERT, OTHER_DDL, UNKNOWN }

  record Statement(Kind kind, String text) {}

  private Script() {}

  static List<Statement> read(Path file) throws IOException {
    List<Statement> statements = new ArrayList<>();
    for (String text : split(Files.readString(file))) {
      statements.add(new Statement(kindOf(text), text));
    }
    return statements;
  }

  /**
   * Splits at semicolons, by Flink's lexical rules: none within strings, back-quoted names and comments counts.
   * Comments stay in the statements, because a user's client sends them too.
   */
  static List<String> split(String sql) {
    List<String> statements = new ArrayList<>();
    int start = 0;
    int at = 0;
    while (at < sql.length()) {
      if (sql.charAt(at) == ';') {
        addUnlessBlank(statements, sql.substring(start, at));
        start = ++at;
      } else {
        at = endOfToken(sql, at);
      }
    }
    addUnlessBlank(statements, sql.substring(start));
    return statements;
  }

  private static void addUnlessBlank(List<String> statements, String text) {
    if (afterComments(text) < text.length()) {
      statements.add(text.strip());
    }
  }

  private static int endOfToken(String sql, int at) {
    char c = sql.charAt(at);
    if (c == '\'' || c == '`') {
      int end = sql.indexOf(c, at + 1);
      return end < 0 ? sql.length() : end + 1;
    }
    int comment = endOfComment(sql, at);
    return comment > at ? comment : at + 1;
  }

  /** The end of a comment that starts at `at`, or `at` when none does. */
  private static int endOfComment(String sql, int at) {
    if (sql.startsWith("--", at) || sql.startsWith("//", at)) {
      while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
        at++;
      }
      return at;
    }
    if (sql.startsWith("/*", at) && !sql.startsWith("/*+", at)) {
      int end = sql.indexOf("*/", at + 2);
      return end < 0 ? sql.length() : end + 2;
    }
    return at;
  }

  private static int afterComments(String sql) {
    int at = 0;
    while (at < sql.length()) {
      int end = Character.isWhitespace(sql.charAt(at)) ? at + 1 : endOfComment(sql, at);
      if (end == at) {
        break;
      }
      at = end;
    }
    return at;
  }

  private static Kind kindOf(String text) {
    String[] words = text.substring(afterComments(text)).toUpperCase(Locale.ROOT).split("\\s+", 3);
    switch (words[0]) {
      case "SET":
        return Kind.SET;
      case "INSERT":
        return Kind.INSERT;
      case "CREATE":
        return words.length > 1 && words[1].equals("CATALOG") ? Kind.CREATE_CATALOG : Kind.OTHER_DDL;
      default:
        return Kind.UNKNOWN;
    }
  }
}
