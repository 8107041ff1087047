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
  `event_id` STRING,
  `customer` ROW<`id` STRING, `address` ROW<`country` STRING, `zip` STRING>, `vip` BOOLEAN>,
  `items` ARRAY<ROW<`sku` STRING, `price` DECIMAL(18, 2), `dim` ROW<`w` INT, `h` INT>>>,
  `attributes` MAP<STRING NOT NULL, STRING>,
  `event_time` TIMESTAMP_LTZ(3),
  WATERMARK FOR `event_time` AS `event_time` - INTERVAL '1 01:01:01' DAY(3) TO SECOND
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
  `event_id` STRING NOT NULL,
  `sku` STRING,
  `price` DECIMAL(38, 2),
  `w` BIGINT,
  `item` ROW<`sku` STRING, `price` DECIMAL(18, 2), `dim` ROW<`w` INT, `h` INT>>,
  `small` ROW<`dim` ROW<`h` BIGINT>, `price` DECIMAL(20, 2)>,
  `wide` ROW<`sku` STRING, `price` DECIMAL(20, 2), `dim` ROW<`w` BIGINT, `h` INT>>
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `event_id`,
  `sku`,
  `price`,
  `w`,
  `item`,
  `small`,
  `wide`
)
SELECT
  `e`.`event_id` AS `event_id`, -- event_id: from event_id
  `x`.`item`.`sku` AS `sku`, -- sku: from item.sku
  CAST(`x`.`item`.`price` AS DECIMAL(38, 2)) AS `price`, -- price: from item.price, decimal(18,2) as decimal(38,2)
  CAST(`x`.`item`.`dim`.`w` AS BIGINT) AS `w`, -- w: from item.dim.w, int as long
  `x`.`item` AS `item`, -- item: from item
  -- small: from item, field by field
  CAST(CASE WHEN `x`.`item` IS NULL THEN NULL ELSE ROW(
    CASE WHEN `x`.`item`.`dim` IS NULL THEN NULL ELSE ROW(
      CAST(`x`.`item`.`dim`.`h` AS BIGINT) -- small.dim.h: from item.dim.h, int as long
    ) END,
    CAST(`x`.`item`.`price` AS DECIMAL(20, 2)) -- small.price: from item.price, decimal(18,2) as decimal(20,2)
  ) END AS ROW<`dim` ROW<`h` BIGINT>, `price` DECIMAL(20, 2)>) AS `small`,
  CAST(`x`.`item` AS ROW<`sku` STRING, `price` DECIMAL(20, 2), `dim` ROW<`w` BIGINT, `h` INT>>) AS `wide` -- wide: from item, widened
FROM `source_events` AS `e`
-- One row for each element of items.
CROSS JOIN UNNEST(MAP_FROM_ARRAYS(`e`.`items`, `e`.`items`)) AS `x`(`weir_k`, `item`);
