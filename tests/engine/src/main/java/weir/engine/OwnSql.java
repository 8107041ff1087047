package weir.engine;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;

/**
 * OwnSql STATEMENTS.jsonl
 *
 * <p>What Flink's own parser makes of a contract's SQL inside the INSERT that Weir writes around it. A line is {"case",
 * "sql", "insert"}; the first is a harmless one that all others are compared with. The verdict is `unparsable`; or
 * `wrapped`, when the INSERT is one statement whose tree is the harmless one's but for the query in brackets, and that
 * query is the tree that the SQL has alone; or `escaped`. Calcite's classes are within the planner's class loader, so they
 * are reached by reflection.
 */
public final class OwnSql {
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  private static Supplier<?> parsers;

  private OwnSql() {}

  public static void main(String[] arguments) throws Exception {
    TableEnvironment env = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    Object parser = ((TableEnvironmentInternal) env).getParser();
    Field supplier = parser.getClass().getDeclaredField("calciteParserSupplier");
    supplier.setAccessible(true);
    parsers = (Supplier<?>) supplier.get(parser);
    ObjectMapper mapper = new ObjectMapper();
    String harmless = null;
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      JsonNode one = mapper.readTree(line);
      harmless = harmless == null ? one.get("insert").asText() : harmless;
      String verdict = verdict(harmless, one.get("insert").asText(), one.get("sql").asText());
      OUT.println(Json.write(Map.of("case", one.get("case").asText(), "verdict", verdict)));
    }
    System.exit(0);
  }

  private static String verdict(String harmless, String insert, String sql) throws Exception {
    List<?> statements;
    try {
      statements = parse(insert);
    } catch (InvocationTargetException refused) {
      return "unparsable";
    }
    List<?> alone;
    try {
      alone = parse(sql);
    } catch (InvocationTargetException refused) {
      return "escaped"; // it is a query only inside the brackets
    }
    List<?> model = parse(harmless);
    if (statements.size() != 1 || alone.size() != 1 || model.size() != 1) {
      return "escaped";
    }
    try {
      Object inner = query(statements.get(0));
      setQuery(statements.get(0), query(model.get(0)));
      return same(inner, alone.get(0)) && same(statements.get(0), model.get(0)) ? "wrapped" : "escaped";
    } catch (NoSuchMethodException otherTree) {
      return "escaped";
    }
  }

  private static List<?> parse(String text) throws Exception {
    return (List<?>) call(call(parsers.get(), "parseSqlList", text), "getList");
  }

  /** `… AS t` of an INSERT INTO … SELECT … FROM (…) AS t. */
  private static Object from(Object insert) throws Exception {
    return call(call(insert, "getSource"), "getFrom");
  }

  private static Object query(Object insert) throws Exception {
    return ((List<?>) call(from(insert), "getOperandList")).get(0);
  }

  private static void setQuery(Object insert, Object query) throws Exception {
    Object from = from(insert);
    Class<?> node = from.getClass().getClassLoader().loadClass("org.apache.calcite.sql.SqlNode");
    from.getClass().getMethod("setOperand", int.class, node).invoke(from, 0, query);
  }

  private static boolean same(Object one, Object other) throws Exception {
    ClassLoader loader = one.getClass().getClassLoader();
    Class<?> node = loader.loadClass("org.apache.calcite.sql.SqlNode");
    Class<?> litmus = loader.loadClass("org.apache.calcite.util.Litmus");
    Object ignore = litmus.getField("IGNORE").get(null);
    return (Boolean) node.getMethod("equalsDeep", node, litmus).invoke(one, other, ignore);
  }

  private static Object call(Object target, String name, Object... arguments) throws Exception {
    for (Method method : target.getClass().getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
        method.setAccessible(true);
        return method.invoke(target, arguments);
      }
    }
    throw new NoSuchMethodException(target.getClass() + " has no " + name);
  }
}
