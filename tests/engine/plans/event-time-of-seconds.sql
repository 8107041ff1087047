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

CREATE TEMPORARY TABLE `weir_source` (
  `at` TIMESTAMP_LTZ(0),
  `tags` ARRAY<STRING>,
  `weir_at` AS CAST(`at` AS TIMESTAMP_LTZ(3)),
  WATERMARK FOR `weir_at` AS `weir_at` - INTERVAL '0 00:00:05' DAY(3) TO SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'orders-v1',
  'scan.startup.mode' = 'group-offsets',
  'properties.auto.offset.reset' = 'earliest',
  'value.format' = 'json',
  'value.json.fail-on-missing-field' = 'false',
  'value.json.ignore-parse-errors' = 'false',
  'value.json.timestamp-format.standard' = 'ISO-8601'
);

-- The columns of the stream as the contract declares them.
CREATE TEMPORARY VIEW `source_events` AS
SELECT
  `r`.`weir_at` AS `at`,
  `r`.`tags` AS `tags`
FROM `weir_source` AS `r`;

CREATE CATALOG `weir_catalog` WITH (
  'type' = 'iceberg',
  'catalog-type' = 'rest',
  'uri' = 'https://catalog.example.com/iceberg',
  'warehouse' = 's3://lake/warehouse',
  'io-impl' = 'org.apache.iceberg.aws.s3.S3FileIO'
);

CREATE DATABASE IF NOT EXISTS `weir_catalog`.`commerce`;

CREATE TABLE IF NOT EXISTS `weir_catalog`.`commerce`.`orders` (
  `at` TIMESTAMP_LTZ(0) NOT NULL,
  `tag` STRING
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `at`,
  `tag`
)
SELECT
  `e`.`at` AS `at`, -- at: from at
  `x`.`tag` AS `tag` -- tag: from tag
FROM `source_events` AS `e`
-- One row for each element of tags.
CROSS JOIN UNNEST(MAP_FROM_ARRAYS(`e`.`tags`, `e`.`tags`)) AS `x`(`weir_k`, `tag`);
