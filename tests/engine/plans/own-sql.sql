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
  WATERMARK FOR `event_time` AS `event_time` - INTERVAL '0 00:00:05' DAY(3) TO SECOND
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
  `n` BIGINT NOT NULL,
  `day` DATE
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `event_id`,
  `n`,
  `day`
)
SELECT
  `t`.`event_id`,
  `t`.`n`,
  `t`.`day`
FROM (
SELECT event_id, CARDINALITY(items) + CAST(0 AS BIGINT) AS n, ';' AS other, -- a comment
       CAST(event_time AS DATE) AS `day`
FROM source_events -- the end
) AS `t`;
