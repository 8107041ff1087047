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
  `order_key` STRING,
  `n` INT,
  `payload` BYTES,
  `order` ROW<`x` STRING, `total` DECIMAL(10, 2), `extra` INT>,
  `meta` ROW<`host` STRING, `port` INT>,
  `kafka_partition` INT NOT NULL METADATA FROM 'partition' VIRTUAL,
  `kafka_offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  `kafka_headers` MAP<STRING NOT NULL, BYTES> NOT NULL METADATA FROM 'headers' VIRTUAL
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
  `order` ROW<`key` STRING, `x` STRING, `total` DECIMAL(12, 2), `n` BIGINT, `note` STRING, `trace` STRING, `meta` ROW<`port` INT>, `from` ROW<`deep` ROW<`partition` INT NOT NULL, `offset` BIGINT NOT NULL> NOT NULL> NOT NULL> NOT NULL
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `event_id`,
  `order`
)
SELECT
  `e`.`event_id` AS `event_id`, -- event_id: from event_id
  -- order: built from its fields
  CAST(ROW(
    `e`.`order_key`, -- order.key: from order_key
    `e`.`order`.`x`, -- order.x: from order.x
    CAST(`e`.`order`.`total` AS DECIMAL(12, 2)), -- order.total: from order.total, decimal(10,2) as decimal(12,2)
    CAST(`e`.`n` AS BIGINT), -- order.n: from n, int as long
    DECODE(`e`.`payload`, 'UTF-8'), -- order.note: from payload, decoded as UTF-8
    DECODE(`e`.`kafka_headers`['trace-id'], 'UTF-8'), -- order.trace: from kafka_headers['trace-id'], decoded as UTF-8
    CASE WHEN `e`.`meta` IS NULL THEN NULL ELSE ROW(
      `e`.`meta`.`port` -- order.meta.port: from meta.port
    ) END,
    ROW(
      ROW(
        `e`.`kafka_partition`, -- order.from.deep.partition: from kafka_partition
        `e`.`kafka_offset` -- order.from.deep.offset: from kafka_offset
      )
    )
  ) AS ROW<`key` STRING, `x` STRING, `total` DECIMAL(12, 2), `n` BIGINT, `note` STRING, `trace` STRING, `meta` ROW<`port` INT>, `from` ROW<`deep` ROW<`partition` INT, `offset` BIGINT>>>) AS `order`
FROM `source_events` AS `e`;
