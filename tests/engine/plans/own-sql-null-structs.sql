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
  `nest` ROW<`t` TIMESTAMP(3), `k` INT>,
  `key_o` ROW<`x` INT, `parts` ARRAY<BYTES>>
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'orders-v1',
  'scan.startup.mode' = 'group-offsets',
  'properties.auto.offset.reset' = 'earliest',
  'key.format' = 'json',
  'key.json.fail-on-missing-field' = 'false',
  'key.json.ignore-parse-errors' = 'false',
  'key.json.timestamp-format.standard' = 'ISO-8601',
  'key.fields' = 'key_o',
  'key.fields-prefix' = 'key_',
  'value.fields-include' = 'EXCEPT_KEY',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://registry:8081'
);

-- Records without a key: the format of the key would drop them without a word.
CREATE TEMPORARY TABLE `weir_keyless` (
  `id` STRING,
  `nest` ROW<`t` TIMESTAMP(3), `k` INT>,
  `weir_key` STRING
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
  COALESCE(CAST(`r`.`nest` AS ROW<`t` TIMESTAMP_LTZ(3), `k` INT>), CAST(NULL AS ROW<`t` TIMESTAMP_LTZ(3), `k` INT>)) AS `nest`,
  `r`.`key_o` AS `key_o`
FROM `weir_keyed` AS `r`
UNION ALL
SELECT
  `r`.`id` AS `id`,
  COALESCE(CAST(`r`.`nest` AS ROW<`t` TIMESTAMP_LTZ(3), `k` INT>), CAST(NULL AS ROW<`t` TIMESTAMP_LTZ(3), `k` INT>)) AS `nest`,
  COALESCE(CAST(NULL AS ROW<`x` INT, `parts` ARRAY<BYTES>>), CAST(NULL AS ROW<`x` INT, `parts` ARRAY<BYTES>>)) AS `key_o`
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
  `id` STRING,
  `nest` ROW<`t` TIMESTAMP_LTZ(3), `k` INT>,
  `parts` ARRAY<BYTES>,
  `keyless` BOOLEAN
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `id`,
  `nest`,
  `parts`,
  `keyless`
)
SELECT
  `t`.`id` AS `id`,
  CAST(`t`.`nest` AS ROW<`t` TIMESTAMP_LTZ(6), `k` INT>) AS `nest`,
  `t`.`parts` AS `parts`,
  `t`.`keyless` AS `keyless`
FROM (
SELECT id, nest, s.key_o.parts AS parts, FALSE AS keyless FROM source_events AS s WHERE nest IS NULL
UNION ALL
SELECT id, nest, s.key_o.parts AS parts, TRUE AS keyless FROM source_events AS s WHERE key_o IS NULL
) AS `t`;
