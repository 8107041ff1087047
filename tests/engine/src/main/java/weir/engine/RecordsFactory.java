package weir.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.DataType;

/**
 * Connector `weir-records`: the records of a test, decoded by Flink's own formats with the options that the script gives
 * its Kafka table. It stands in for Kafka where a test needs bounded input and no broker.
 */
public final class RecordsFactory implements DynamicTableSourceFactory {
  static final String IDENTIFIER = "weir-records";
  static final ConfigOption<String> CASE = ConfigOptions.key("case").stringType().noDefaultValue();
  private static final ConfigOption<String> KEY_FORMAT = ConfigOptions.key("key.format").stringType().noDefaultValue();
  private static final ConfigOption<String> VALUE_FORMAT = ConfigOptions.key("value.format").stringType().noDefaultValue();
  private static final ConfigOption<List<String>> KEY_FIELDS =
      ConfigOptions.key("key.fields").stringType().asList().defaultValues();
  private static final ConfigOption<String> KEY_PREFIX =
      ConfigOptions.key("key.fields-prefix").stringType().defaultValue("");
  private static final ConfigOption<String> FIELDS_INCLUDE =
      ConfigOptions.key("value.fields-include").stringType().defaultValue("ALL");
  private static final ConfigOption<String> TOPIC = ConfigOptions.key("topic").stringType().noDefaultValue();
  private static final ConfigOption<String> STARTUP = ConfigOptions.key("scan.startup.mode").stringType().noDefaultValue();

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(CASE, VALUE_FORMAT, TOPIC, STARTUP);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(KEY_FORMAT, KEY_FIELDS, KEY_PREFIX, FIELDS_INCLUDE);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    DecodingFormat<DeserializationSchema<RowData>> key =
        helper.discoverOptionalDecodingFormat(DeserializationFormatFactory.class, KEY_FORMAT).orElse(null);
    DecodingFormat<DeserializationSchema<RowData>> value =
        helper.discoverDecodingFormat(DeserializationFormatFactory.class, VALUE_FORMAT);
    helper.validateExcept("properties.");

    DataType physical = context.getPhysicalRowDataType();
    List<String> names = DataType.getFieldNames(physical);
    Set<String> keyFields = new HashSet<>(helper.getOptions().get(KEY_FIELDS));
    boolean exceptKey = helper.getOptions().get(FIELDS_INCLUDE).equals("EXCEPT_KEY");
    RecordsSource.Layout layout =
        new RecordsSource.Layout(
            physical,
            IntStream.range(0, names.size()).filter(i -> keyFields.contains(names.get(i))).toArray(),
            IntStream.range(0, names.size()).filter(i -> !exceptKey || !keyFields.contains(names.get(i))).toArray(),
            helper.getOptions().get(KEY_PREFIX),
            helper.getOptions().get(TOPIC),
            "raw".equals(helper.getOptions().get(KEY_FORMAT)));
    return new RecordsSource(helper.getOptions().get(CASE), key, value, layout);
  }
}
