-- expect: column a is TIMESTAMP(6) WITH LOCAL TIME ZONE
CREATE TEMPORARY TABLE `source_events` (`a` TIMESTAMP_LTZ(3)) WITH (
  'connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'kafka:9092', 'properties.group.id' = 'g',
  'scan.startup.mode' = 'earliest-offset', 'format' = 'json');
CREATE CATALOG `c` WITH ('type' = 'iceberg', 'catalog-type' = 'rest', 'uri' = 'http://localhost', 'warehouse' = 's3://lake/w', 'io-impl' = 'x');
CREATE DATABASE IF NOT EXISTS `c`.`d`;
CREATE TABLE IF NOT EXISTS `c`.`d`.`t` (`a` TIMESTAMP(3)) WITH ('format-version' = '2');
INSERT INTO `c`.`d`.`t` (`a`) SELECT `e`.`a` AS `a` FROM `source_events` AS `e`;
