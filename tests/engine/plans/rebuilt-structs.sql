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
  `a` ROW<`same` ROW<`k` INT, `l` STRING>, `x` ROW<`y` ROW<`u` INT, `v` STRING, `w` DECIMAL(9, 1)>, `p` FLOAT>, `n` INT, `arr` ARRAY<ROW<`i` INT>>>,
  `b` ROW<`x` INT, `y` ROW<`z` TIMESTAMP(3)>>,
  `v` MAP<STRING NOT NULL, ROW<`a` INT, `b` INT>>
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
  `a` ROW<`same` ROW<`k` INT, `l` STRING>, `x` ROW<`y` ROW<`w` DECIMAL(12, 1), `u` BIGINT>, `p` DOUBLE>, `arr` ARRAY<ROW<`i` INT>>>,
  `b` ROW<`x` BIGINT, `y` ROW<`z` TIMESTAMP(6)>>,
  `same` ROW<`k` INT, `l` STRING>,
  `wide` ROW<`l` ROW<`k` BIGINT, `l` STRING>>,
  `v` ROW<`b` INT, `a` BIGINT>
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `a`,
  `b`,
  `same`,
  `wide`,
  `v`
)
SELECT
  -- a: from a, field by field
  CAST(ARRAY[ROW(
    `e`.`a`.`same`, -- a.same: from a.same
    ARRAY[ROW(
      ARRAY[ROW(
        CAST(`e`.`a`.`x`.`y`.`w` AS DECIMAL(12, 1)), -- a.x.y.w: from a.x.y.w, decimal(9,1) as decimal(12,1)
        CAST(`e`.`a`.`x`.`y`.`u` AS BIGINT) -- a.x.y.u: from a.x.y.u, int as long
      )][CASE WHEN `e`.`a`.`x`.`y` IS NULL THEN 2 ELSE 1 END],
      CAST(`e`.`a`.`x`.`p` AS DOUBLE) -- a.x.p: from a.x.p, float as double
    )][CASE WHEN `e`.`a`.`x` IS NULL THEN 2 ELSE 1 END],
    `e`.`a`.`arr` -- a.arr: from a.arr
  )][CASE WHEN `e`.`a` IS NULL THEN 2 ELSE 1 END] AS ROW<`same` ROW<`k` INT, `l` STRING>, `x` ROW<`y` ROW<`w` DECIMAL(12, 1), `u` BIGINT>, `p` DOUBLE>, `arr` ARRAY<ROW<`i` INT>>>) AS `a`,
  CAST(`e`.`b` AS ROW<`x` BIGINT, `y` ROW<`z` TIMESTAMP(6)>>) AS `b`, -- b: from b, widened
  `e`.`a`.`same` AS `same`, -- same: from a.same
  -- wide: built from its fields
  CAST(ROW(
    `e`.`a`.`same` -- wide.l: from a.same, widened
  ) AS ROW<`l` ROW<`k` BIGINT, `l` STRING>>) AS `wide`,
  -- v: from v['one'], field by field
  CAST(CASE WHEN `e`.`v`['one'] IS NULL THEN NULL ELSE ROW(
    `e`.`v`['one'].`b`, -- v.b: from v['one'].b
    CAST(`e`.`v`['one'].`a` AS BIGINT) -- v.a: from v['one'].a, int as long
  ) END AS ROW<`b` INT, `a` BIGINT>) AS `v`
FROM `source_events` AS `e`;
