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
  `weir_key` STRING,
  `event_time` TIMESTAMP_LTZ(3),
  `weir_key_2` STRING,
  `kafka_offset` BIGINT NOT NULL METADATA FROM 'offset' VIRTUAL,
  WATERMARK FOR `event_time` AS `event_time` - INTERVAL '0 00:00:00' DAY(3) TO SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'orders-v1',
  'scan.startup.mode' = 'group-offsets',
  'properties.auto.offset.reset' = 'earliest',
  'key.format' = 'raw',
  'key.fields' = 'weir_key_2',
  'value.fields-include' = 'EXCEPT_KEY',
  'value.format' = 'json',
  'value.json.fail-on-missing-field' = 'false',
  'value.json.ignore-parse-errors' = 'false',
  'value.json.timestamp-format.standard' = 'ISO-8601'
);

-- The columns of the stream as the contract declares them.
CREATE TEMPORARY VIEW `source_events` AS
SELECT
  `r`.`id` AS `id`,
  `r`.`weir_key` AS `weir_key`,
  `r`.`event_time` AS `event_time`,
  CASE
    WHEN `r`.`weir_key_2` IS NULL OR TRIM(`r`.`weir_key_2`) = 'null' THEN NULL
    WHEN `r`.`weir_key_2` IS JSON OBJECT AND JSON_QUERY(`r`.`weir_key_2`, 'lax $["s"]' NULL ON EMPTY NULL ON ERROR) IS NULL
      THEN JSON_VALUE(`r`.`weir_key_2`, 'lax $["s"]' NULL ON EMPTY ERROR ON ERROR)
    ELSE JSON_VALUE(`r`.`weir_key_2`, 'strict $["s"]' ERROR ON EMPTY ERROR ON ERROR)
  END AS `key_s`,
  CASE
    WHEN `r`.`weir_key_2` IS NULL OR TRIM(`r`.`weir_key_2`) = 'null' THEN NULL
    WHEN `r`.`weir_key_2` IS JSON OBJECT AND JSON_QUERY(`r`.`weir_key_2`, 'lax $["b"]' NULL ON EMPTY NULL ON ERROR) IS NULL
      THEN JSON_VALUE(`r`.`weir_key_2`, 'lax $["b"]' RETURNING BOOLEAN NULL ON EMPTY ERROR ON ERROR)
    ELSE JSON_VALUE(`r`.`weir_key_2`, 'strict $["b"]' RETURNING BOOLEAN ERROR ON EMPTY ERROR ON ERROR)
  END AS `key_b`,
  CAST(CASE
    WHEN `r`.`weir_key_2` IS NULL OR TRIM(`r`.`weir_key_2`) = 'null' THEN NULL
    WHEN `r`.`weir_key_2` IS JSON OBJECT AND JSON_QUERY(`r`.`weir_key_2`, 'lax $["i"]' NULL ON EMPTY NULL ON ERROR) IS NULL
      THEN JSON_VALUE(`r`.`weir_key_2`, 'lax $["i"]' NULL ON EMPTY ERROR ON ERROR)
    ELSE JSON_VALUE(`r`.`weir_key_2`, 'strict $["i"]' ERROR ON EMPTY ERROR ON ERROR)
  END AS INT) AS `key_i`,
  CAST(CASE
    WHEN `r`.`weir_key_2` IS NULL OR TRIM(`r`.`weir_key_2`) = 'null' THEN NULL
    WHEN `r`.`weir_key_2` IS JSON OBJECT AND JSON_QUERY(`r`.`weir_key_2`, 'lax $["l"]' NULL ON EMPTY NULL ON ERROR) IS NULL
      THEN JSON_VALUE(`r`.`weir_key_2`, 'lax $["l"]' NULL ON EMPTY ERROR ON ERROR)
    ELSE JSON_VALUE(`r`.`weir_key_2`, 'strict $["l"]' ERROR ON EMPTY ERROR ON ERROR)
  END AS BIGINT) AS `key_l`,
  CAST(CASE
    WHEN `r`.`weir_key_2` IS NULL OR TRIM(`r`.`weir_key_2`) = 'null' THEN NULL
    WHEN `r`.`weir_key_2` IS JSON OBJECT AND JSON_QUERY(`r`.`weir_key_2`, 'lax $["f"]' NULL ON EMPTY NULL ON ERROR) IS NULL
      THEN JSON_VALUE(`r`.`weir_key_2`, 'lax $["f"]' NULL ON EMPTY ERROR ON ERROR)
    ELSE JSON_VALUE(`r`.`weir_key_2`, 'strict $["f"]' ERROR ON EMPTY ERROR ON ERROR)
  END AS FLOAT) AS `key_f`,
  CAST(CASE
    WHEN `r`.`weir_key_2` IS NULL OR TRIM(`r`.`weir_key_2`) = 'null' THEN NULL
    WHEN `r`.`weir_key_2` IS JSON OBJECT AND JSON_QUERY(`r`.`weir_key_2`, 'lax $["d"]' NULL ON EMPTY NULL ON ERROR) IS NULL
      THEN JSON_VALUE(`r`.`weir_key_2`, 'lax $["d"]' NULL ON EMPTY ERROR ON ERROR)
    ELSE JSON_VALUE(`r`.`weir_key_2`, 'strict $["d"]' ERROR ON EMPTY ERROR ON ERROR)
  END AS DOUBLE) AS `key_d`,
  CAST(CASE
    WHEN `r`.`weir_key_2` IS NULL OR TRIM(`r`.`weir_key_2`) = 'null' THEN NULL
    WHEN `r`.`weir_key_2` IS JSON OBJECT AND JSON_QUERY(`r`.`weir_key_2`, 'lax $["day"]' NULL ON EMPTY NULL ON ERROR) IS NULL
      THEN JSON_VALUE(`r`.`weir_key_2`, 'lax $["day"]' NULL ON EMPTY ERROR ON ERROR)
    ELSE JSON_VALUE(`r`.`weir_key_2`, 'strict $["day"]' ERROR ON EMPTY ERROR ON ERROR)
  END AS DATE) AS `key_day`,
  CAST(REPLACE(REPLACE(CASE
    WHEN `r`.`weir_key_2` IS NULL OR TRIM(`r`.`weir_key_2`) = 'null' THEN NULL
    WHEN `r`.`weir_key_2` IS JSON OBJECT AND JSON_QUERY(`r`.`weir_key_2`, 'lax $["t"]' NULL ON EMPTY NULL ON ERROR) IS NULL
      THEN JSON_VALUE(`r`.`weir_key_2`, 'lax $["t"]' NULL ON EMPTY ERROR ON ERROR)
    ELSE JSON_VALUE(`r`.`weir_key_2`, 'strict $["t"]' ERROR ON EMPTY ERROR ON ERROR)
  END, 'T', ' '), 'Z', '') AS TIMESTAMP(3)) AS `key_t`,
  CAST(CAST(REPLACE(REPLACE(CASE
    WHEN `r`.`weir_key_2` IS NULL OR TRIM(`r`.`weir_key_2`) = 'null' THEN NULL
    WHEN `r`.`weir_key_2` IS JSON OBJECT AND JSON_QUERY(`r`.`weir_key_2`, 'lax $["z"]' NULL ON EMPTY NULL ON ERROR) IS NULL
      THEN JSON_VALUE(`r`.`weir_key_2`, 'lax $["z"]' NULL ON EMPTY ERROR ON ERROR)
    ELSE JSON_VALUE(`r`.`weir_key_2`, 'strict $["z"]' ERROR ON EMPTY ERROR ON ERROR)
  END, 'T', ' '), 'Z', '') AS TIMESTAMP(6)) AS TIMESTAMP_LTZ(6)) AS `key_z`,
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
  `weir_key` STRING,
  `key_s` STRING,
  `key_b` BOOLEAN,
  `key_i` BIGINT,
  `key_l` BIGINT,
  `key_f` DOUBLE,
  `key_d` DOUBLE,
  `key_day` DATE,
  `key_t` TIMESTAMP(6),
  `key_z` TIMESTAMP_LTZ(6),
  `event_time` TIMESTAMP_LTZ(3) NOT NULL,
  `kafka_offset` BIGINT NOT NULL
) WITH (
  'format-version' = '2',
  'write.format.default' = 'parquet'
);

INSERT INTO `weir_catalog`.`commerce`.`orders` (
  `id`,
  `weir_key`,
  `key_s`,
  `key_b`,
  `key_i`,
  `key_l`,
  `key_f`,
  `key_d`,
  `key_day`,
  `key_t`,
  `key_z`,
  `event_time`,
  `kafka_offset`
)
SELECT
  `e`.`id` AS `id`, -- id: from id
  `e`.`weir_key` AS `weir_key`, -- weir_key: from weir_key
  `e`.`key_s` AS `key_s`, -- key_s: from key_s
  `e`.`key_b` AS `key_b`, -- key_b: from key_b
  CAST(`e`.`key_i` AS BIGINT) AS `key_i`, -- key_i: from key_i, int as long
  `e`.`key_l` AS `key_l`, -- key_l: from key_l
  CAST(`e`.`key_f` AS DOUBLE) AS `key_f`, -- key_f: from key_f, float as double
  `e`.`key_d` AS `key_d`, -- key_d: from key_d
  `e`.`key_day` AS `key_day`, -- key_day: from key_day
  CAST(`e`.`key_t` AS TIMESTAMP(6)) AS `key_t`, -- key_t: from key_t, timestamp(3) as timestamp(6)
  `e`.`key_z` AS `key_z`, -- key_z: from key_z
  `e`.`event_time` AS `event_time`, -- event_time: from event_time
  `e`.`kafka_offset` AS `kafka_offset` -- kafka_offset: from kafka_offset
FROM `source_events` AS `e`;
