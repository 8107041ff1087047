package weir.runner;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaComparisonTest {
  private static NestedField struct(boolean isOptional, NestedField... fields) {
    return NestedField.of(20, isOptional, "s", Types.StructType.of(fields));
  }

  private static Arguments same(String name, NestedField a, NestedField b) {
    return Arguments.of(name, List.of(a), List.of(b), List.of());
  }

  private static Arguments differs(String name, NestedField a, NestedField b, String... differences) {
    return Arguments.of(name, List.of(a), List.of(b), List.of(differences));
  }

  static Stream<Arguments> cases() {
    NestedField a = required(1, "a", Types.LongType.get());
    NestedField b = optional(2, "b", Types.StringType.get());
    NestedField c = optional(3, "c", Types.DateType.get());
    return Stream.of(
        same("equal", a, a),
        same("another id", a, required(9, "a", Types.LongType.get())),
        same("documentation", a, required(1, "a", Types.LongType.get(), "what it is")),
        differs("type", a, required(1, "a", Types.IntegerType.get()), "a: required long / required int"),
        differs("nullability", a, optional(1, "a", Types.LongType.get()), "a: required long / optional long"),
        differs("stricter", b, required(2, "b", Types.StringType.get()), "b: optional string / required string"),
        differs("both", a, optional(1, "a", Types.IntegerType.get()), "a: required long / optional int"),
        differs("case", a, required(1, "A", Types.LongType.get()), "a: required long / absent", "A: absent / required long"),
        differs("scale", optional(1, "d", Types.DecimalType.of(18, 2)), optional(1, "d", Types.DecimalType.of(18, 3)),
            "d: optional decimal(18, 2) / optional decimal(18, 3)"),
        differs("zone", optional(1, "t", Types.TimestampType.withZone()), optional(1, "t", Types.TimestampType.withoutZone()),
            "t: optional timestamptz / optional timestamp"),
        differs("kind", struct(true, a), optional(2, "s", Types.StringType.get()), "s: optional struct / optional string"),
        differs("field in an optional struct", struct(true, a), struct(true, optional(1, "a", Types.LongType.get())),
            "s.a: required long / optional long"),
        differs("struct and field", struct(true, a), struct(false, optional(1, "a", Types.LongType.get())),
            "s: optional struct / required struct", "s.a: required long / optional long"),
        differs("fields in another order", struct(true, a, b), struct(true, b, a), "s: the order a, b / the order b, a"),
        differs("one field more", struct(true, a), struct(true, a, b), "s.b: absent / optional string"),
        differs("one field less", struct(true, a, b), struct(true, a), "s.b: optional string / absent"),
        same("a field in between keeps the order", struct(true, a, b), struct(true, a, b)),
        differs("a field in between", struct(true, a, b), struct(true, a, c, b), "s.c: absent / optional date"),
        differs("element", optional(4, "l", Types.ListType.ofRequired(5, Types.StringType.get())),
            optional(4, "l", Types.ListType.ofOptional(5, Types.StringType.get())),
            "l.element: required string / optional string"),
        differs("within an element", optional(4, "l", Types.ListType.ofOptional(5, Types.StructType.of(a))),
            optional(4, "l", Types.ListType.ofOptional(5, Types.StructType.of(b))),
            "l.element.a: required long / absent", "l.element.b: absent / optional string"),
        differs("map", optional(4, "m", Types.MapType.ofOptional(5, 6, Types.StringType.get(), Types.DoubleType.get())),
            optional(4, "m", Types.MapType.ofRequired(5, 6, Types.IntegerType.get(), Types.FloatType.get())),
            "m.key: required string / required int", "m.value: optional double / required float"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void comparesRecursively(String name, List<NestedField> contract, List<NestedField> table, List<String> expected) {
    assertEquals(expected, differences(contract, table));
  }

  @org.junit.jupiter.api.Test
  void namesTheOrderOfColumns() {
    NestedField a = required(1, "a", Types.LongType.get());
    NestedField b = optional(2, "b", Types.StringType.get());
    assertEquals(List.of("(columns): the order a, b / the order b, a"), differences(List.of(a, b), List.of(b, a)));
  }

  private static List<String> differences(List<NestedField> contract, List<NestedField> table) {
    return SchemaComparison.compare(new Schema(contract), new Schema(table)).stream()
        .map(difference -> difference.path() + ": " + difference.contract() + " / " + difference.found())
        .toList();
  }
}
