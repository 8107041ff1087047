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
  `a` ROW<`x` INT, `b` ROW<`y` INT, `c` ROW<`z` INT, `d` ROW<`t` TIMESTAMP(3), `w` INT>>>>
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
  `id` STRING NOT NULL,
  `a` ROW<`b` ROW<`c` ROW<`d` ROW<`w` BIGINT, `t` TIMESTAMP(6)>, `z` INT>, `y` INT>, `x` INT>
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `id`,
  `a`
)
SELECT
  `e`.`id` AS `id`, -- id: from id
  -- a: from a, field by field
  CAST(ARRAY[ROW(
    ARRAY[ROW(
      ARRAY[ROW(
        ARRAY[ROW(
          CAST(`e`.`a`.`b`.`c`.`d`.`w` AS BIGINT), -- a.b.c.d.w: from a.b.c.d.w, int as long
          CAST(`e`.`a`.`b`.`c`.`d`.`t` AS TIMESTAMP(6)) -- a.b.c.d.t: from a.b.c.d.t, timestamp(3) as timestamp(6)
        )][CASE WHEN `e`.`a`.`b`.`c`.`d` IS NULL THEN 2 ELSE 1 END],
        `e`.`a`.`b`.`c`.`z` -- a.b.c.z: from a.b.c.z
      )][CASE WHEN `e`.`a`.`b`.`c` IS NULL THEN 2 ELSE 1 END],
      `e`.`a`.`b`.`y` -- a.b.y: from a.b.y
    )][CASE WHEN `e`.`a`.`b` IS NULL THEN 2 ELSE 1 END],
    `e`.`a`.`x` -- a.x: from a.x
  )][CASE WHEN `e`.`a` IS NULL THEN 2 ELSE 1 END] AS ROW<`b` ROW<`c` ROW<`d` ROW<`w` BIGINT, `t` TIMESTAMP(6)>, `z` INT>, `y` INT>, `x` INT>) AS `a`
FROM `source_events` AS `e`;
