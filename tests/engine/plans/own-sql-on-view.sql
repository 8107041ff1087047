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
  `event_time` TIMESTAMP(3),
  `nest` ROW<`t` TIMESTAMP(3)>,
  `kafka_offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  `weir_event_time` AS CAST(`event_time` AS TIMESTAMP_LTZ(3)),
  WATERMARK FOR `weir_event_time` AS `weir_event_time` - INTERVAL '0 00:00:05' DAY(3) TO SECOND
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
  `r`.`weir_event_time` AS `event_time`,
  COALESCE(CAST(`r`.`nest` AS ROW<`t` TIMESTAMP_LTZ(3)>), CAST(NULL AS ROW<`t` TIMESTAMP_LTZ(3)>)) AS `nest`,
  `r`.`kafka_offset` AS `kafka_offset`
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
  `window_end` TIMESTAMP(3),
  `events` BIGINT NOT NULL
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `id`,
  `window_end`,
  `events`
)
SELECT
  `t`.`id`,
  `t`.`window_end`,
  `t`.`events`
FROM (
SELECT id, window_end, COUNT(*) AS events FROM TABLE(TUMBLE(TABLE source_events, DESCRIPTOR(event_time), INTERVAL '1' MINUTE)) GROUP BY id, window_start, window_end
) AS `t`;
