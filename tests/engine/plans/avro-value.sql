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
  `weir_event_time` INT,
  `event_time` TIMESTAMP(3),
  `sent` TIMESTAMP(2),
  `local` TIMESTAMP(3),
  `nest` ROW<`t` TIMESTAMP(3), `k` INT, `deep` ROW<`u` TIMESTAMP(0)>>,
  `plain` ROW<`a` INT>,
  `rows` ARRAY<ROW<`t` TIMESTAMP(3)>>,
  `weir_event_time_2` AS CAST(`event_time` AS TIMESTAMP_LTZ(3)),
  WATERMARK FOR `weir_event_time_2` AS `weir_event_time_2` - INTERVAL '0 00:01:00' DAY(3) TO SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'orders-v1',
  'scan.startup.mode' = 'group-offsets',
  'properties.auto.offset.reset' = 'earliest',
  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://registry:8081'
);

-- The columns of the stream as the contract declares them.
CREATE TEMPORARY VIEW `source_events` AS
SELECT
  `r`.`id` AS `id`,
  `r`.`weir_event_time` AS `weir_event_time`,
  `r`.`weir_event_time_2` AS `event_time`,
  CAST(`r`.`sent` AS TIMESTAMP_LTZ(2)) AS `sent`,
  `r`.`local` AS `local`,
  CAST(`r`.`nest` AS ROW<`t` TIMESTAMP_LTZ(3), `k` INT, `deep` ROW<`u` TIMESTAMP_LTZ(0)>>) AS `nest`,
  `r`.`plain` AS `plain`,
  `r`.`rows` AS `rows`
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
  `event_time` TIMESTAMP_LTZ(6) NOT NULL,
  `sent` TIMESTAMP_LTZ(2),
  `local` TIMESTAMP(6),
  `t` TIMESTAMP_LTZ(3),
  `nest` ROW<`deep` ROW<`u` TIMESTAMP_LTZ(6)>, `t` TIMESTAMP_LTZ(3)>,
  `plain` ROW<`a` INT>,
  `rows` ARRAY<ROW<`t` TIMESTAMP(3)>>
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `id`,
  `event_time`,
  `sent`,
  `local`,
  `t`,
  `nest`,
  `plain`,
  `rows`
)
SELECT
  `e`.`id` AS `id`, -- id: from id
  CAST(`e`.`event_time` AS TIMESTAMP_LTZ(6)) AS `event_time`, -- event_time: from event_time, timestamp_ltz(3) as timestamp_ltz(6)
  `e`.`sent` AS `sent`, -- sent: from sent
  CAST(`e`.`local` AS TIMESTAMP(6)) AS `local`, -- local: from local, timestamp(3) as timestamp(6)
  `e`.`nest`.`t` AS `t`, -- t: from nest.t
  -- nest: from nest, field by field
  CAST(CASE WHEN `e`.`nest` IS NULL THEN NULL ELSE ROW(
    `e`.`nest`.`deep`, -- nest.deep: from nest.deep, widened
    `e`.`nest`.`t` -- nest.t: from nest.t
  ) END AS ROW<`deep` ROW<`u` TIMESTAMP_LTZ(6)>, `t` TIMESTAMP_LTZ(3)>) AS `nest`,
  `e`.`plain` AS `plain`, -- plain: from plain
  `e`.`rows` AS `rows` -- rows: from rows
FROM `source_events` AS `e`;
