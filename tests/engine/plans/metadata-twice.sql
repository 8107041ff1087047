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
  `id` STRING,
  `first_time` TIMESTAMP_LTZ(3) NOT NULL METADATA FROM 'timestamp' VIRTUAL,
  WATERMARK FOR `first_time` AS `first_time` - INTERVAL '0 00:00:01' DAY(3) TO SECOND
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
  `r`.`id` AS `id`,
  `r`.`first_time` AS `first_time`,
  `r`.`first_time` AS `event_time`
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
  `id` STRING NOT NULL,
  `first_time` TIMESTAMP_LTZ(3) NOT NULL,
  `event_time` TIMESTAMP_LTZ(3) NOT NULL
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `id`,
  `first_time`,
  `event_time`
)
SELECT
  `e`.`id` AS `id`, -- id: from id
  `e`.`first_time` AS `first_time`, -- first_time: from first_time
  `e`.`event_time` AS `event_time` -- event_time: from event_time
FROM `source_events` AS `e`;
