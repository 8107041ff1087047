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
  `at` TIMESTAMP(3),
  `a` ROW<`n` INT, `parts` ARRAY<BYTES>>,
  `c` ROW<`t` TIMESTAMP(3), `parts` ARRAY<ARRAY<BYTES>>>,
  `s` ROW<`t` TIMESTAMP_LTZ(3), `k` INT>,
  `same` ROW<`parts` ARRAY<BYTES>>
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
  `at` TIMESTAMP(3),
  `a` ROW<`parts` ARRAY<BYTES>, `n` BIGINT>,
  `c` ROW<`t` TIMESTAMP(3), `parts` ARRAY<ARRAY<BYTES>>>,
  `made` ROW<`parts` ARRAY<BYTES>, `in` ROW<`s` ROW<`k` INT>, `n` BIGINT>>,
  `s` ROW<`t` TIMESTAMP_LTZ(3), `k` INT>,
  `narrow` ROW<`k` BIGINT>,
  `same` ROW<`parts` ARRAY<BYTES>>
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `at`,
  `a`,
  `c`,
  `made`,
  `s`,
  `narrow`,
  `same`
)
SELECT
  CAST(`e`.`at` AS TIMESTAMP(6)) AS `at`, -- at: from at
  -- a: from a, field by field
  ARRAY[ROW(
    `e`.`a`.`parts`, -- a.parts: from a.parts
    CAST(`e`.`a`.`n` AS BIGINT) -- a.n: from a.n, int as long
  )][CASE WHEN `e`.`a` IS NULL THEN 2 ELSE 1 END] AS `a`,
  -- c: from c
  ARRAY[ROW(
    CAST(`e`.`c`.`t` AS TIMESTAMP(6)),
    `e`.`c`.`parts`
  )][CASE WHEN `e`.`c` IS NULL THEN 2 ELSE 1 END] AS `c`,
  -- made: built from its fields
  ROW(
    `e`.`a`.`parts`, -- made.parts: from a.parts
    ROW(
      ARRAY[ROW(
        `e`.`s`.`k` -- made.in.s.k: from s.k
      )][CASE WHEN `e`.`s` IS NULL THEN 2 ELSE 1 END],
      CAST(`e`.`a`.`n` AS BIGINT) -- made.in.n: from a.n, int as long
    )
  ) AS `made`,
  CAST(`e`.`s` AS ROW<`t` TIMESTAMP_LTZ(6), `k` INT>) AS `s`, -- s: from s
  -- narrow: from s, field by field
  CAST(CASE WHEN `e`.`s` IS NULL THEN NULL ELSE ROW(
    CAST(`e`.`s`.`k` AS BIGINT) -- narrow.k: from s.k, int as long
  ) END AS ROW<`k` BIGINT>) AS `narrow`,
  `e`.`same` AS `same` -- same: from same
FROM `source_events` AS `e`;
