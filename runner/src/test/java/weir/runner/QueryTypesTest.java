package weir.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class QueryTypesTest {
  private static Arguments fits(DataType query, DataType table) {
    return Arguments.of(query, table, List.of());
  }

  private static Arguments refused(DataType query, DataType table, String... paths) {
    return Arguments.of(query, table, List.of(paths));
  }

  private static DataType row(String first, DataType a, String second, DataType b) {
    return DataTypes.ROW(DataTypes.FIELD(first, a), DataTypes.FIELD(second, b));
  }

  static Stream<Arguments> cases() {
    DataType text = DataTypes.STRING();
    DataType number = DataTypes.INT();
    return Stream.of(
        fits(text.notNull(), text),
        fits(text, text.notNull()), // Flink's own check, at run time
        fits(DataTypes.CHAR(3), text),
        fits(DataTypes.NULL(), number),
        fits(DataTypes.SMALLINT(), number),
        fits(number, DataTypes.BIGINT()),
        fits(DataTypes.FLOAT(), DataTypes.DOUBLE()),
        fits(number, DataTypes.DOUBLE()),
        fits(number, DataTypes.DECIMAL(10, 0)),
        fits(DataTypes.DECIMAL(10, 2), DataTypes.DECIMAL(12, 3)),
        fits(DataTypes.BINARY(4), DataTypes.BYTES()),
        fits(DataTypes.TIMESTAMP(3), DataTypes.TIMESTAMP(6)),
        fits(DataTypes.TIMESTAMP_LTZ(3), DataTypes.TIMESTAMP_LTZ(6)),
        fits(row("a", text, "b", number), row("a", text, "b", DataTypes.BIGINT())),
        fits(DataTypes.MAP(text, number), DataTypes.MAP(text.notNull(), number)),
        fits(
            row("EXPR$0", DataTypes.ARRAY(DataTypes.BYTES()), "EXPR$1", row("EXPR$0", text, "EXPR$1", number)),
            row("a", DataTypes.ARRAY(DataTypes.BYTES()), "b", row("c", text, "d", number))),
        refused(row("EXPR$0", text, "EXPR$1", number), row("a", text, "b", number), "c"),
        refused(
            row("EXPR$0", DataTypes.ARRAY(DataTypes.BYTES()), "EXPR$1", text),
            row("a", DataTypes.ARRAY(DataTypes.BYTES()), "b", number),
            "c.b"),
        refused(DataTypes.BIGINT(), number, "c"),
        refused(DataTypes.BIGINT(), DataTypes.DOUBLE(), "c"),
        refused(number, DataTypes.FLOAT(), "c"),
        refused(DataTypes.DOUBLE(), DataTypes.FLOAT(), "c"),
        refused(number, text, "c"),
        refused(text, DataTypes.BYTES(), "c"),
        refused(number, DataTypes.DECIMAL(10, 1), "c"),
        refused(DataTypes.DECIMAL(10, 3), DataTypes.DECIMAL(12, 2), "c"),
        refused(DataTypes.DECIMAL(12, 2), DataTypes.DECIMAL(10, 2), "c"),
        refused(DataTypes.DOUBLE(), DataTypes.DECIMAL(38, 10), "c"),
        refused(DataTypes.TIMESTAMP(3), DataTypes.TIMESTAMP_LTZ(6), "c"),
        refused(DataTypes.TIMESTAMP_LTZ(3), DataTypes.TIMESTAMP(6), "c"),
        refused(DataTypes.TIMESTAMP(9), DataTypes.TIMESTAMP(6), "c"),
        refused(DataTypes.DATE(), DataTypes.TIMESTAMP(6), "c"),
        refused(row("b", text, "a", text), row("a", text, "b", text), "c"),
        refused(row("a", number, "b", text), row("a", text, "b", number), "c.a", "c.b"),
        refused(DataTypes.ARRAY(row("a", text, "x", text)), DataTypes.ARRAY(row("a", text, "b", text)), "c.element"),
        refused(DataTypes.MAP(text, DataTypes.DOUBLE()), DataTypes.MAP(text, number), "c.value"),
        refused(DataTypes.ARRAY(text), DataTypes.MAP(text, text), "c"));
  }

  private static List<String> paths(ResolvedSchema query, ResolvedSchema table) {
    return QueryTypes.compare(query, table).stream().map(SchemaDifference::path).toList();
  }

  @ParameterizedTest(name = "{0} into {1}")
  @MethodSource("cases")
  void takesWhatArrivesAsItIs(DataType query, DataType table, List<String> expected) {
    assertEquals(
        expected,
        paths(ResolvedSchema.of(Column.physical("c", query)), ResolvedSchema.of(Column.physical("c", table))));
  }

  @Test
  void comparesNamesAndCount() {
    Column a = Column.physical("a", DataTypes.INT());
    Column b = Column.physical("b", DataTypes.INT());
    assertEquals(List.of("column 1", "column 2"), paths(ResolvedSchema.of(b, a), ResolvedSchema.of(a, b)));
    assertEquals(List.of("column 2"), paths(ResolvedSchema.of(a), ResolvedSchema.of(a, b)));
  }
}
