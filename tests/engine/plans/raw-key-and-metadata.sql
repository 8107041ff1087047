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
  `id` STRING,
  `n` INT,
  `key_id` BYTES,
  `kafka_topic` STRING NOT NULL METADATA FROM 'topic' VIRTUAL,
  `kafka_partition` INT NOT NULL METADATA FROM 'partition' VIRTUAL,
  `kafka_offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  `kafka_timestamp` TIMESTAMP_LTZ(3) NOT NULL METADATA FROM 'timestamp' VIRTUAL,
  `kafka_timestamp_type` STRING NOT NULL METADATA FROM 'timestamp-type' VIRTUAL,
  `kafka_headers` MAP<STRING NOT NULL, BYTES> NOT NULL METADATA FROM 'headers' VIRTUAL,
  `kafka_leader_epoch` INT METADATA FROM 'leader-epoch' VIRTUAL,
  WATERMARK FOR `kafka_timestamp` AS `kafka_timestamp` - INTERVAL '999 23:59:59' DAY(3) TO SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'orders-v1',
  'scan.startup.mode' = 'group-offsets',
  'properties.auto.offset.reset' = 'earliest',
  'key.format' = 'raw',
  'key.fields' = 'key_id',
  'key.fields-prefix' = 'key_',
  'value.fields-include' = 'EXCEPT_KEY',
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
  `id` STRING NOT NULL,
  `key_id` STRING,
  `kafka_topic` STRING NOT NULL,
  `kafka_partition` INT NOT NULL,
  `kafka_offset` BIGINT NOT NULL,
  `kafka_timestamp` TIMESTAMP_LTZ(6) NOT NULL,
  `kafka_timestamp_type` STRING NOT NULL,
  `kafka_headers` MAP<STRING NOT NULL, BYTES> NOT NULL,
  `kafka_leader_epoch` INT
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `id`,
  `key_id`,
  `kafka_topic`,
  `kafka_partition`,
  `kafka_offset`,
  `kafka_timestamp`,
  `kafka_timestamp_type`,
  `kafka_headers`,
  `kafka_leader_epoch`
)
SELECT
  `e`.`id` AS `id`, -- id: from id
  DECODE(`e`.`key_id`, 'UTF-8') AS `key_id`, -- key_id: from key_id, decoded as UTF-8
  `e`.`kafka_topic` AS `kafka_topic`, -- kafka_topic: from kafka_topic
  `e`.`kafka_partition` AS `kafka_partition`, -- kafka_partition: from kafka_partition
  `e`.`kafka_offset` AS `kafka_offset`, -- kafka_offset: from kafka_offset
  CAST(`e`.`kafka_timestamp` AS TIMESTAMP_LTZ(6)) AS `kafka_timestamp`, -- kafka_timestamp: from kafka_timestamp, timestamp_ltz(3) as timestamp_ltz(6)
  `e`.`kafka_timestamp_type` AS `kafka_timestamp_type`, -- kafka_timestamp_type: from kafka_timestamp_type
  `e`.`kafka_headers` AS `kafka_headers`, -- kafka_headers: from kafka_headers
  `e`.`kafka_leader_epoch` AS `kafka_leader_epoch` -- kafka_leader_epoch: from kafka_leader_epoch
FROM `source_events` AS `e`;
