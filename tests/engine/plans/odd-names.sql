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
  `e` ROW<`items` INT, `e` STRING, `x` INT>,
  `x` STRING,
  `r` STRING,
  `t` INT,
  `items` ARRAY<ROW<`x` INT, `e` STRING>>,
  `order` STRING,
  `value` STRING,
  `select` INT,
  `user` STRING,
  `source_events` STRING,
  `weir_key` STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'orders-v1',
  'scan.startup.mode' = 'group-offsets',
  'properties.auto.offset.reset' = 'earliest',
  'key.format' = 'raw',
  'key.fields' = 'weir_key',
  'value.fields-include' = 'EXCEPT_KEY',
  'value.format' = 'json',
  'value.json.fail-on-missing-field' = 'false',
  'value.json.ignore-parse-errors' = 'false',
  'value.json.timestamp-format.standard' = 'ISO-8601'
);

-- The columns of the stream as the contract declares them.
CREATE TEMPORARY VIEW `source_events` AS
SELECT
  `r`.`e` AS `e`,
  `r`.`x` AS `x`,
  `r`.`r` AS `r`,
  `r`.`t` AS `t`,
  `r`.`items` AS `items`,
  `r`.`order` AS `order`,
  `r`.`value` AS `value`,
  `r`.`select` AS `select`,
  `r`.`user` AS `user`,
  `r`.`source_events` AS `source_events`,
  CASE
    WHEN `r`.`weir_key` IS NULL OR TRIM(`r`.`weir_key`) = 'null' THEN NULL
    WHEN `r`.`weir_key` IS JSON OBJECT AND JSON_QUERY(`r`.`weir_key`, 'lax $["from"]' NULL ON EMPTY NULL ON ERROR) IS NULL
      THEN JSON_VALUE(`r`.`weir_key`, 'lax $["from"]' NULL ON EMPTY ERROR ON ERROR)
    ELSE JSON_VALUE(`r`.`weir_key`, 'strict $["from"]' ERROR ON EMPTY ERROR ON ERROR)
  END AS `from`
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
  `e` ROW<`e` STRING, `items` INT>,
  `x` STRING,
  `r` STRING,
  `t` INT,
  `items` BIGINT,
  `order` STRING,
  `value` STRING,
  `select` INT,
  `user` STRING,
  `from` STRING,
  `key` STRING,
  `source_events` STRING
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `e`,
  `x`,
  `r`,
  `t`,
  `items`,
  `order`,
  `value`,
  `select`,
  `user`,
  `from`,
  `key`,
  `source_events`
)
SELECT
  -- e: from e, field by field
  CAST(CASE WHEN `e`.`e` IS NULL THEN NULL ELSE ROW(
    `e`.`e`.`e`, -- e.e: from e.e
    `e`.`e`.`items` -- e.items: from e.items
  ) END AS ROW<`e` STRING, `items` INT>) AS `e`,
  `e`.`x` AS `x`, -- x: from x
  `e`.`r` AS `r`, -- r: from r
  `e`.`t` AS `t`, -- t: from t
  CAST(`e`.`e`.`items` AS BIGINT) AS `items`, -- items: from e.items, int as long
  `e`.`order` AS `order`, -- order: from order
  `e`.`value` AS `value`, -- value: from value
  `e`.`select` AS `select`, -- select: from select
  `e`.`user` AS `user`, -- user: from user
  `e`.`from` AS `from`, -- from: from from
  `x`.`weir_k`.`e` AS `key`, -- key: from weir_k.e
  `e`.`source_events` AS `source_events` -- source_events: from source_events
FROM `source_events` AS `e`
-- One row for each element of items.
CROSS JOIN UNNEST(MAP_FROM_ARRAYS(`e`.`items`, `e`.`items`)) AS `x`(`weir_k_2`, `weir_k`);
