package weir.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;

/** Flink types as an Iceberg table keeps them: timestamps have six digits, nullability left aside. */
final class IcebergTypes {
  private static final int MICROSECONDS = 6;

  private IcebergTypes() {}

  static LogicalType normalise(LogicalType type) {
    LogicalType plain = type.copy(true);
    if (plain instanceof TimestampType) {
      return new TimestampType(MICROSECONDS);
    }
    if (plain instanceof LocalZonedTimestampType) {
      return new LocalZonedTimestampType(MICROSECONDS);
    }
    if (plain instanceof ArrayType array) {
      return new ArrayType(normalise(array.getElementType()));
    }
    if (plain instanceof MapType map) {
      return new MapType(normalise(map.getKeyType()), normalise(map.getValueType()));
    }
    if (plain instanceof RowType row) {
      List<RowType.RowField> fields = new ArrayList<>();
      for (RowType.RowField field : row.getFields()) {
        fields.add(new RowType.RowField(field.getName(), normalise(field.getType())));
      }
      return new RowType(fields);
    }
    return plain;
  }
}
