package weir.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;

/** Flink types made comparable: nullability left aside, and which column is event time. */
final class IcebergTypes {
  private static final int MICROSECONDS = 6;

  private IcebergTypes() {}

  /** As an Iceberg table keeps it: timestamps have six digits. */
  static LogicalType normalise(LogicalType type) {
    return plain(type, true);
  }

  /** As it stands, but for nullability. */
  static LogicalType withoutNulls(LogicalType type) {
    return plain(type, false);
  }

  /** Fields of rows are told apart by their position only. */
  static LogicalType withoutNames(LogicalType type) {
    if (type instanceof ArrayType array) {
      return new ArrayType(withoutNames(array.getElementType()));
    }
    if (type instanceof MapType map) {
      return new MapType(withoutNames(map.getKeyType()), withoutNames(map.getValueType()));
    }
    if (type instanceof RowType row) {
      return RowType.of(row.getChildren().stream().map(IcebergTypes::withoutNames).toArray(LogicalType[]::new));
    }
    return type;
  }

  static boolean holdsBinaryArray(LogicalType type) {
    if (type instanceof ArrayType array && array.getElementType().is(LogicalTypeFamily.BINARY_STRING)) {
      return true;
    }
    return type.getChildren().stream().anyMatch(IcebergTypes::holdsBinaryArray);
  }

  private static LogicalType plain(LogicalType type, boolean iceberg) {
    LogicalType plain = type.copy(true);
    if (plain instanceof TimestampType timestamp) {
      return new TimestampType(iceberg ? MICROSECONDS : timestamp.getPrecision());
    }
    if (plain instanceof LocalZonedTimestampType timestamp) {
      return new LocalZonedTimestampType(iceberg ? MICROSECONDS : timestamp.getPrecision());
    }
    if (plain instanceof ArrayType array) {
      return new ArrayType(plain(array.getElementType(), iceberg));
    }
    if (plain instanceof MapType map) {
      return new MapType(plain(map.getKeyType(), iceberg), plain(map.getValueType(), iceberg));
    }
    if (plain instanceof RowType row) {
      List<RowType.RowField> fields = new ArrayList<>();
      for (RowType.RowField field : row.getFields()) {
        fields.add(new RowType.RowField(field.getName(), plain(field.getType(), iceberg)));
      }
      return new RowType(fields);
    }
    return plain;
  }
}
