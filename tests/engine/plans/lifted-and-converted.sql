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
  `customer` ROW<`id` STRING, `address` ROW<`country` STRING>>,
  `attributes` MAP<STRING NOT NULL, STRING>,
  `lines` MAP<STRING NOT NULL, ROW<`n` INT, `tags` ARRAY<STRING>>>,
  `payload` BYTES,
  `n` INT,
  `ratio` FLOAT,
  `amount` DECIMAL(10, 2),
  `seen` TIMESTAMP(3),
  `at` TIMESTAMP_LTZ(3)
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
  `customer_id` STRING,
  `country` STRING,
  `channel` STRING,
  `odd` STRING,
  `n_of_a` BIGINT,
  `tags` ARRAY<STRING>,
  `note` STRING,
  `n` BIGINT,
  `ratio` DOUBLE,
  `amount` DECIMAL(20, 2),
  `seen` TIMESTAMP(6),
  `at` TIMESTAMP_LTZ(6)
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `event_id`,
  `customer_id`,
  `country`,
  `channel`,
  `odd`,
  `n_of_a`,
  `tags`,
  `note`,
  `n`,
  `ratio`,
  `amount`,
  `seen`,
  `at`
)
SELECT
  `e`.`event_id` AS `event_id`, -- event_id: from event_id
  `e`.`customer`.`id` AS `customer_id`, -- customer_id: from customer.id
  `e`.`customer`.`address`.`country` AS `country`, -- country: from customer.address.country
  `e`.`attributes`['channel'] AS `channel`, -- channel: from attributes['channel']
  `e`.`attributes`['it''s; -- /*+ ` " é'] AS `odd`, -- odd: from attributes['it's; -- /*+ ` " é']
  CAST(`e`.`lines`['a'].`n` AS BIGINT) AS `n_of_a`, -- n_of_a: from lines['a'].n, int as long
  `e`.`lines`['a'].`tags` AS `tags`, -- tags: from lines['a'].tags
  DECODE(`e`.`payload`, 'UTF-8') AS `note`, -- note: from payload, decoded as UTF-8
  CAST(`e`.`n` AS BIGINT) AS `n`, -- n: from n, int as long
  CAST(`e`.`ratio` AS DOUBLE) AS `ratio`, -- ratio: from ratio, float as double
  CAST(`e`.`amount` AS DECIMAL(20, 2)) AS `amount`, -- amount: from amount, decimal(10,2) as decimal(20,2)
  CAST(`e`.`seen` AS TIMESTAMP(6)) AS `seen`, -- seen: from seen, timestamp(3) as timestamp(6)
  CAST(`e`.`at` AS TIMESTAMP_LTZ(6)) AS `at` -- at: from at, timestamp_ltz(3) as timestamp_ltz(6)
FROM `source_events` AS `e`;
