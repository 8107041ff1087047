-- Flink SQL of a managed build, written by Weir: change the contract, not this text.
-- Product: commerce.orders (Orders)
-- Build:   ingest
-- Expose:  orders, the table commerce.orders

SET 'table.local-time-zone' = 'UTC';
SET 'table.exec.sink.not-null-enforcer' = 'ERROR';
SET 'pipeline.name' = 'commerce.orders/ingest';
SET 'pipeline.object-reuse' = 'true';
SET 'table.exec.iceberg.use-v2-sink' = 'true';
SET 'table.exec.uid.generation' = 'ALWAYS';

-- Records with a key.
CREATE TEMPORARY TABLE `weir_keyed` (
  `id` STRING,
  `event_time` TIMESTAMP(3),
  `items` ARRAY<ROW<`sku` STRING>>,
  `key_id` STRING,
  `key_amount` DECIMAL(38, 18),
  `key_o` ROW<`x` ARRAY<INT>, `t` TIMESTAMP(3)>,
  `kafka_offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  `weir_event_time` AS CAST(`event_time` AS TIMESTAMP_LTZ(3)),
  WATERMARK FOR `weir_event_time` AS `weir_event_time` - INTERVAL '0 00:00:05' DAY(3) TO SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'orders-v1',
  'scan.startup.mode' = 'group-offsets',
  'properties.auto.offset.reset' = 'earliest',
  'key.format' = 'avro-confluent',
  'key.avro-confluent.url' = 'http://registry:8081',
  'key.fields' = 'key_id;key_amount;key_o',
  'key.fields-prefix' = 'key_',
  'value.fields-include' = 'EXCEPT_KEY',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://registry:8081'
);

-- Records without a key: the format of the key would drop them without a word.
CREATE TEMPORARY TABLE `weir_keyless` (
  `id` STRING,
  `event_time` TIMESTAMP(3),
  `items` ARRAY<ROW<`sku` STRING>>,
  `weir_key` STRING,
  `kafka_offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  `weir_event_time` AS CAST(`event_time` AS TIMESTAMP_LTZ(3)),
  WATERMARK FOR `weir_event_time` AS `weir_event_time` - INTERVAL '0 00:00:05' DAY(3) TO SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'orders-v1.keyless',
  'scan.startup.mode' = 'group-offsets',
  'properties.auto.offset.reset' = 'earliest',
  'key.format' = 'raw',
  'key.fields' = 'weir_key',
  'value.fields-include' = 'EXCEPT_KEY',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://registry:8081'
);

-- The columns of the stream as the contract declares them.
CREATE TEMPORARY VIEW `source_events` AS
SELECT
  `r`.`id` AS `id`,
  `r`.`weir_event_time` AS `event_time`,
  `r`.`items` AS `items`,
  `r`.`key_id` AS `key_id`,
  `r`.`key_amount` AS `key_amount`,
  CAST(`r`.`key_o` AS ROW<`x` ARRAY<INT>, `t` TIMESTAMP_LTZ(3)>) AS `key_o`,
  `r`.`kafka_offset` AS `kafka_offset`
FROM `weir_keyed` AS `r`
UNION ALL
SELECT
  `r`.`id` AS `id`,
  `r`.`weir_event_time` AS `event_time`,
  `r`.`items` AS `items`,
  CAST(NULL AS STRING) AS `key_id`,
  CAST(NULL AS DECIMAL(38, 18)) AS `key_amount`,
  COALESCE(CAST(NULL AS ROW<`x` ARRAY<INT>, `t` TIMESTAMP_LTZ(3)>), CAST(NULL AS ROW<`x` ARRAY<INT>, `t` TIMESTAMP_LTZ(3)>)) AS `key_o`,
  `r`.`kafka_offset` AS `kafka_offset`
FROM `weir_keyless` AS `r`
WHERE `r`.`weir_key` IS NULL;

CREATE CATALOG `weir_catalog` WITH (
  'type' = 'iceberg',
  'catalog-type' = 'rest',
  'uri' = 'https://catalog.example.com/iceberg',
  'warehouse' = 's3://lake/warehouse',
  'io-impl' = 'org.apache.iceberg.aws.s3.S3FileIO'
);

CREATE DATABASE IF NOT EXISTS `weir_catalog`.`commerce`;

CREATE TABLE IF NOT EXISTS `weir_catalog`.`commerce`.`orders` (
  `id` STRING NOT NULL,
  `key_id` STRING,
  `key_amount` DECIMAL(38, 18),
  `x` ARRAY<INT>,
  `key_o` ROW<`t` TIMESTAMP_LTZ(6), `x` ARRAY<INT>>,
  `item` ROW<`sku` STRING>,
  `kafka_offset` BIGINT NOT NULL,
  `event_time` TIMESTAMP_LTZ(3) NOT NULL
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `id`,
  `key_id`,
  `key_amount`,
  `x`,
  `key_o`,
  `item`,
  `kafka_offset`,
  `event_time`
)
SELECT
  `e`.`id` AS `id`, -- id: from id
  `e`.`key_id` AS `key_id`, -- key_id: from key_id
  `e`.`key_amount` AS `key_amount`, -- key_amount: from key_amount
  `e`.`key_o`.`x` AS `x`, -- x: from key_o.x
  -- key_o: from key_o, field by field
  CAST(CASE WHEN `e`.`key_o` IS NULL THEN NULL ELSE ROW(
    CAST(`e`.`key_o`.`t` AS TIMESTAMP_LTZ(6)), -- key_o.t: from key_o.t, timestamp_ltz(3) as timestamp_ltz(6)
    `e`.`key_o`.`x` -- key_o.x: from key_o.x
  ) END AS ROW<`t` TIMESTAMP_LTZ(6), `x` ARRAY<INT>>) AS `key_o`,
  `x`.`item` AS `item`, -- item: from item
  `e`.`kafka_offset` AS `kafka_offset`, -- kafka_offset: from kafka_offset
  `e`.`event_time` AS `event_time` -- event_time: from event_time
FROM `source_events` AS `e`
-- One row for each element of items.
CROSS JOIN UNNEST(MAP_FROM_ARRAYS(`e`.`items`, `e`.`items`)) AS `x`(`weir_k`, `item`);
