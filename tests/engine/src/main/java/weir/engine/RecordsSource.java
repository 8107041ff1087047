package weir.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/** Reads what Kafka's connector would: value fields, key fields and metadata of each record of a test. */
final class RecordsSource implements ScanTableSource, SupportsReadingMetadata {
  /** Where the fields of key and value stand in the table's physical row. */
  record Layout(DataType physical, int[] key, int[] value, String keyPrefix, String topic, boolean rawKey) {
    DataType keyType() {
      List<String> names = DataType.getFieldNames(physical);
      List<DataType> types = DataType.getFieldDataTypes(physical);
      return DataTypes.ROW(
          IntStream.of(key)
              .mapToObj(i -> DataTypes.FIELD(names.get(i).substring(keyPrefix.length()), types.get(i)))
              .toArray(DataTypes.Field[]::new)).notNull();
    }

    DataType valueType() {
      List<String> names = DataType.getFieldNames(physical);
      List<DataType> types = DataType.getFieldDataTypes(physical);
      return DataTypes.ROW(
          IntStream.of(value).mapToObj(i -> DataTypes.FIELD(names.get(i), types.get(i))).toArray(DataTypes.Field[]::new)).notNull();
    }
  }

  private final String file;
  private final DecodingFormat<DeserializationSchema<RowData>> keyFormat;
  private final DecodingFormat<DeserializationSchema<RowData>> valueFormat;
  private final Layout layout;
  private List<String> metadata = List.of();
  private DataType produced;

  RecordsSource(
      String file,
      DecodingFormat<DeserializationSchema<RowData>> keyFormat,
      DecodingFormat<DeserializationSchema<RowData>> valueFormat,
      Layout layout) {
    this.file = file;
    this.keyFormat = keyFormat;
    this.valueFormat = valueFormat;
    this.layout = layout;
    this.produced = layout.physical();
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  @Override
  public Map<String, DataType> listReadableMetadata() {
    Map<String, DataType> types = new LinkedHashMap<>();
    types.put("topic", DataTypes.STRING().notNull());
    types.put("partition", DataTypes.INT().notNull());
    types.put("offset", DataTypes.BIGINT().notNull());
    types.put("timestamp", DataTypes.TIMESTAMP_WITH_LOCAL_TIME_ZONE(3).notNull());
    types.put("timestamp-type", DataTypes.STRING().notNull());
    types.put("headers", DataTypes.MAP(DataTypes.STRING().nullable(), DataTypes.BYTES().nullable()).notNull());
    types.put("leader-epoch", DataTypes.INT().nullable());
    return types;
  }

  @Override
  public void applyReadableMetadata(List<String> keys, DataType producedDataType) {
    metadata = keys;
    produced = producedDataType;
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    List<RowData> rows = decode(context);
    InternalTypeInfo<RowData> type = InternalTypeInfo.of((RowType) produced.getLogicalType());
    return new DataStreamScanProvider() {
      @Override
      public DataStream<RowData> produceDataStream(ProviderContext provider, StreamExecutionEnvironment environment) {
        DataStream<RowData> stream = environment.fromData(rows, type);
        provider.generateUid("records").ifPresent(uid -> ((org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator<RowData>) stream).uid(uid));
        return stream;
      }

      @Override
      public boolean isBounded() {
        return true;
      }
    };
  }

  private List<RowData> decode(ScanContext context) {
    try {
      DeserializationSchema<RowData> key =
          keyFormat == null ? null : keyFormat.createRuntimeDecoder(context, layout.keyType());
      DeserializationSchema<RowData> value = valueFormat.createRuntimeDecoder(context, layout.valueType());
      value.open(null);
      if (key != null) {
        key.open(null);
      }
      List<RowData> rows = new ArrayList<>();
      for (TestCase.KafkaRecord record : TestCase.read(Path.of(file)).records()) {
        add(rows, record, key, value);
      }
      return rows;
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
  }

  /** As Kafka's connector does it: no row without a value, nor without a key unless its format is raw. */
  private void add(
      List<RowData> rows,
      TestCase.KafkaRecord record,
      DeserializationSchema<RowData> keyDecoder,
      DeserializationSchema<RowData> valueDecoder)
      throws IOException {
    RowData key = keyDecoder == null || (record.key() == null && !layout.rawKey()) ? null : keyDecoder.deserialize(record.key());
    RowData value = record.value() == null ? null : valueDecoder.deserialize(record.value());
    if (value == null || (keyDecoder != null && key == null)) {
      return;
    }
    int width = DataType.getFieldCount(layout.physical());
    GenericRowData row = new GenericRowData(width + metadata.size());
    copy(row, key, layout.keyType(), layout.key());
    copy(row, value, layout.valueType(), layout.value());
    for (int i = 0; i < metadata.size(); i++) {
      row.setField(width + i, record.metadata(metadata.get(i), layout.topic()));
    }
    rows.add(row);
  }

  private static void copy(GenericRowData to, RowData from, DataType type, int[] positions) {
    for (int i = 0; i < positions.length; i++) {
      RowData.FieldGetter getter = RowData.createFieldGetter(((RowType) type.getLogicalType()).getTypeAt(i), i);
      to.setField(positions[i], getter.getFieldOrNull(from));
    }
  }

  @Override
  public DynamicTableSource copy() {
    RecordsSource copy = new RecordsSource(file, keyFormat, valueFormat, layout);
    copy.metadata = metadata;
    copy.produced = produced;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "records of a test";
  }
}
