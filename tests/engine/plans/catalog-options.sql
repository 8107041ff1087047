-- Flink SQL of a managed build, written by Weir: change the contract, not this text.
-- Product: commerce.orders (Bob's "orders"?; DROP TABLE x; -- ?? /*+)
-- Build:   ingest
-- Expose:  orders, the table org.sales.commerce.orders

SET 'table.local-time-zone' = 'UTC';
SET 'table.exec.sink.not-null-enforcer' = 'ERROR';
SET 'pipeline.name' = 'commerce.orders/ingest';
SET 'pipeline.object-reuse' = 'true';
SET 'table.exec.iceberg.use-v2-sink' = 'true';
SET 'table.exec.uid.generation' = 'ALWAYS';

CREATE TEMPORARY TABLE `source_events` (
  `id` STRING,
  `day` DATE,
  `n` INT
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'orders-v1',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'json',
  'value.json.fail-on-missing-field' = 'false',
  'value.json.ignore-parse-errors' = 'false',
  'value.json.timestamp-format.standard' = 'SQL'
);

CREATE CATALOG `weir_catalog` WITH (
  'type' = 'iceberg',
  'catalog-type' = 'rest',
  'uri' = 'https://catalog.example.com/iceberg',
  'warehouse' = 's3://lake/warehouse',
  'io-impl' = 'org.apache.iceberg.aws.s3.S3FileIO',
  'base-namespace' = 'org.sales',
  's3.endpoint' = 'https://s3.example.com',
  'client.region' = 'eu-''1''',
  'rest.auth.type' = 'oauth2',
  'credential' = 'env:ICEBERG_CREDENTIAL',
  'oauth2-server-uri' = 'https://identity.example.com/token',
  'scope' = 'catalog',
  'audience' = 'lake'
);

CREATE DATABASE IF NOT EXISTS `weir_catalog`.`commerce`;

CREATE TABLE IF NOT EXISTS `weir_catalog`.`commerce`.`orders` (
  `id` STRING NOT NULL,
  `day` DATE,
  `n` INT
) PARTITIONED BY (`day`, `id`) WITH (
  'format-version' = '2',
  'write.format.default' = 'orc',
  'write.target-file-size-bytes' = '134217728'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `id`,
  `day`,
  `n`
)
SELECT
  `e`.`id` AS `id`, -- id: from id
  `e`.`day` AS `day`, -- day: from day
  `e`.`n` AS `n` -- n: from n
FROM `source_events` AS `e`;
