package weir.runner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Compares two Iceberg schemas recursively: names, order, types and nullability. Ids, documentation and everything
 * outside the schema, such as the partition spec, do not count.
 */
final class SchemaComparison {
  static final String ABSENT = "absent";
  /** The path of the table's own column list. */
  static final String COLUMNS = "(columns)";

  private final List<SchemaDifference> differences = new ArrayList<>();

  private SchemaComparison() {}

  /** Every difference, in the contract's order; what only the table has comes last at its level. */
  static List<SchemaDifference> compare(Schema contract, Schema table) {
    SchemaComparison comparison = new SchemaComparison();
    comparison.fields("", contract.columns(), table.columns());
    return comparison.differences;
  }

  private void fields(String path, List<Types.NestedField> contract, List<Types.NestedField> table) {
    Map<String, Types.NestedField> found = byName(table);
    Map<String, Types.NestedField> wanted = byName(contract);
    for (Types.NestedField field : contract) {
      Types.NestedField other = found.get(field.name());
      if (other == null) {
        add(below(path, field.name()), describe(field.isOptional(), field.type()), ABSENT);
      } else {
        value(below(path, field.name()), field.isOptional(), field.type(), other.isOptional(), other.type());
      }
    }
    for (Types.NestedField field : table) {
      if (!wanted.containsKey(field.name())) {
        add(below(path, field.name()), ABSENT, describe(field.isOptional(), field.type()));
      }
    }
    String wantedOrder = order(contract, found);
    String foundOrder = order(table, wanted);
    if (!wantedOrder.equals(foundOrder)) {
      add(path.isEmpty() ? COLUMNS : path, "the order " + wantedOrder, "the order " + foundOrder);
    }
  }

  private void value(String path, boolean optional, Type contract, boolean otherOptional, Type table) {
    if (optional != otherOptional || !sameHead(contract, table)) {
      add(path, describe(optional, contract), describe(otherOptional, table));
    }
    if (contract.typeId() != table.typeId()) {
      return;
    }
    switch (contract.typeId()) {
      case STRUCT -> fields(path, contract.asStructType().fields(), table.asStructType().fields());
      case LIST -> {
        Types.ListType a = contract.asListType();
        Types.ListType b = table.asListType();
        value(below(path, "element"), a.isElementOptional(), a.elementType(), b.isElementOptional(), b.elementType());
      }
      case MAP -> {
        Types.MapType a = contract.asMapType();
        Types.MapType b = table.asMapType();
        value(below(path, "key"), false, a.keyType(), false, b.keyType());
        value(below(path, "value"), a.isValueOptional(), a.valueType(), b.isValueOptional(), b.valueType());
      }
      default -> {}
    }
  }

  private static boolean sameHead(Type a, Type b) {
    return a.isNestedType() || b.isNestedType() ? a.typeId() == b.typeId() : a.equals(b);
  }

  /** A field's type for people: `required decimal(18, 2)`, `optional struct`. */
  private static String describe(boolean optional, Type type) {
    String name = type.isNestedType() ? type.typeId().name().toLowerCase(Locale.ROOT) : type.toString();
    return (optional ? "optional " : "required ") + name;
  }

  /** The names that both sides have, in this side's order. */
  private static String order(List<Types.NestedField> fields, Map<String, Types.NestedField> others) {
    StringBuilder names = new StringBuilder();
    for (Types.NestedField field : fields) {
      if (others.containsKey(field.name())) {
        names.append(names.isEmpty() ? "" : ", ").append(field.name());
      }
    }
    return names.toString();
  }

  private static Map<String, Types.NestedField> byName(List<Types.NestedField> fields) {
    Map<String, Types.NestedField> byName = new HashMap<>();
    fields.forEach(field -> byName.put(field.name(), field));
    return byName;
  }

  private static String below(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private void add(String path, String contract, String table) {
    differences.add(new SchemaDifference(path, contract, table));
  }
}
