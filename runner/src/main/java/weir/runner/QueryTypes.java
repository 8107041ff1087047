package weir.runner;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Compares what a query yields with what the table takes, before Flink's implicit casts: those would also shift
 * time zones, round decimals and fill nested fields by position under other names. Weir proves a mapping's types; this
 * is for a contract's own SQL. Nullability is left to Flink and to the table.
 */
final class QueryTypes {
  private static final int EXACT_DIGITS_OF_DOUBLE = 15;

  private final List<SchemaDifference> differences = new ArrayList<>();
  /** Flink cannot compile the cast that names the fields of a struct where it holds an array of binary. */
  private boolean mayBeUnnamed;

  private QueryTypes() {}

  /** Every column or field whose value would not arrive as it is. */
  static List<SchemaDifference> compare(ResolvedSchema query, ResolvedSchema table) {
    QueryTypes types = new QueryTypes();
    for (int i = 0; i < Math.max(query.getColumnCount(), table.getColumnCount()); i++) {
      Column from = i < query.getColumnCount() ? query.getColumns().get(i) : null;
      Column to = i < table.getColumnCount() ? table.getColumns().get(i) : null;
      if (from == null || to == null || !from.getName().equals(to.getName())) {
        types.add("column " + (i + 1), name(to), name(from));
      } else {
        types.mayBeUnnamed = holdsBinaryArray(to.getDataType().getLogicalType());
        types.value(to.getName(), from.getDataType().getLogicalType(), to.getDataType().getLogicalType());
      }
    }
    return types.differences;
  }

  private static String name(Column column) {
    return column == null ? SchemaComparison.ABSENT : column.getName();
  }

  private void value(String path, LogicalType from, LogicalType to) {
    if (from instanceof RowType a && to instanceof RowType b) {
      row(path, a, b);
    } else if (from instanceof ArrayType a && to instanceof ArrayType b) {
      value(path + ".element", a.getElementType(), b.getElementType());
    } else if (from instanceof MapType a && to instanceof MapType b) {
      value(path + ".key", a.getKeyType(), b.getKeyType());
      value(path + ".value", a.getValueType(), b.getValueType());
    } else if (!arrivesAsItIs(from, to)) {
      add(path, describe(to), describe(from));
    }
  }

  private void row(String path, RowType from, RowType to) {
    if (!from.getFieldNames().equals(to.getFieldNames()) && !(mayBeUnnamed && isUnnamed(from, to))) {
      add(path, "the fields " + String.join(", ", to.getFieldNames()), "the fields " + String.join(", ", from.getFieldNames()));
      return;
    }
    for (int i = 0; i < to.getFieldCount(); i++) {
      value(path + "." + to.getFieldNames().get(i), from.getTypeAt(i), to.getTypeAt(i));
    }
  }

  /** A bare ROW(...), whose fields the table takes by position. */
  private static boolean isUnnamed(RowType from, RowType to) {
    return from.getFieldCount() == to.getFieldCount() && from.getFieldNames().stream().allMatch(name -> name.startsWith("EXPR$"));
  }

  private static boolean holdsBinaryArray(LogicalType type) {
    return type instanceof ArrayType array && array.getElementType().is(LogicalTypeRoot.VARBINARY)
        || type.getChildren().stream().anyMatch(QueryTypes::holdsBinaryArray);
  }

  private static boolean arrivesAsItIs(LogicalType from, LogicalType to) {
    LogicalTypeRoot a = from.getTypeRoot();
    return switch (to.getTypeRoot()) {
      case VARCHAR -> a == LogicalTypeRoot.CHAR || a == LogicalTypeRoot.VARCHAR || a == LogicalTypeRoot.NULL;
      case VARBINARY -> a == LogicalTypeRoot.BINARY || a == LogicalTypeRoot.VARBINARY || a == LogicalTypeRoot.NULL;
      case INTEGER, BIGINT -> a == LogicalTypeRoot.NULL || isInteger(from, integerDigits(to));
      case DOUBLE ->
          a == LogicalTypeRoot.NULL
              || a == LogicalTypeRoot.DOUBLE
              || a == LogicalTypeRoot.FLOAT
              || isInteger(from, EXACT_DIGITS_OF_DOUBLE);
      case DECIMAL -> a == LogicalTypeRoot.NULL || fitsDecimal(from, (DecimalType) to);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          a == LogicalTypeRoot.NULL
              || a == to.getTypeRoot() && LogicalTypeChecks.getPrecision(from) <= LogicalTypeChecks.getPrecision(to);
      default -> a == LogicalTypeRoot.NULL || a == to.getTypeRoot();
    };
  }

  private static boolean isInteger(LogicalType type, int mostDigits) {
    return integerDigits(type) > 0 && integerDigits(type) <= mostDigits;
  }

  private static boolean fitsDecimal(LogicalType from, DecimalType to) {
    int whole = integerDigits(from);
    int scale = 0;
    if (from instanceof DecimalType decimal) {
      whole = decimal.getPrecision() - decimal.getScale();
      scale = decimal.getScale();
    } else if (whole == 0) {
      return false;
    }
    return whole <= to.getPrecision() - to.getScale() && scale <= to.getScale();
  }

  /** Decimal digits that hold every value of an integer type; 0 for other types. */
  private static int integerDigits(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INTEGER -> 10;
      case BIGINT -> 19;
      default -> 0;
    };
  }

  private static String describe(LogicalType type) {
    String text = type.copy(true).asSummaryString();
    return text.length() <= 200 ? text : text.substring(0, 200) + "...";
  }

  private void add(String path, String contract, String found) {
    differences.add(new SchemaDifference(path, contract, found));
  }
}
