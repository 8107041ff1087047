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

CREATE TEMPORARY TABLE `source_events` (
  `id` STRING,
  `head` ROW<`at` TIMESTAMP(3), `parts` ARRAY<BYTES>>,
  `tail` ROW<`in` ROW<`t` TIMESTAMP_LTZ(0), `b` MAP<STRING NOT NULL, ARRAY<BYTES>>>, `n` INT>,
  `plain` ROW<`t` TIMESTAMP(1)>
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
  `first` ROW<`at` TIMESTAMP(3), `parts` ARRAY<BYTES>>,
  `tail` ROW<`in` ROW<`t` TIMESTAMP_LTZ(0), `b` MAP<STRING NOT NULL, ARRAY<BYTES>>>, `n` INT>,
  `plain` ROW<`t` TIMESTAMP(1)>
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `id`,
  `first`,
  `tail`,
  `plain`
)
SELECT
  `t`.`id` AS `id`,
  ARRAY[ROW(
    CAST(`t`.`first`.`at` AS TIMESTAMP(6)),
    `t`.`first`.`parts`
  )][CASE WHEN `t`.`first` IS NULL THEN 2 ELSE 1 END] AS `first`,
  ARRAY[ROW(
    ARRAY[ROW(
      CAST(`t`.`tail`.`in`.`t` AS TIMESTAMP_LTZ(6)),
      `t`.`tail`.`in`.`b`
    )][CASE WHEN `t`.`tail`.`in` IS NULL THEN 2 ELSE 1 END],
    `t`.`tail`.`n`
  )][CASE WHEN `t`.`tail` IS NULL THEN 2 ELSE 1 END] AS `tail`,
  CAST(`t`.`plain` AS ROW<`t` TIMESTAMP(6)>) AS `plain`
FROM (
SELECT id, head AS `first`, tail, plain FROM source_events AS s WHERE id IS NULL OR head IS NULL OR id <> ''
) AS `t`;
