-- expect: Column 'nope' not found
CREATE TEMPORARY TABLE `source_events` (`a` INT) WITH (
  'connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'kafka:9092', 'properties.group.id' = 'g',
  'scan.startup.mode' = 'earliest-offset', 'format' = 'json');
CREATE CATALOG `c` WITH ('type' = 'iceberg', 'catalog-type' = 'rest', 'uri' = 'http://localhost', 'warehouse' = 's3://lake/w', 'io-impl' = 'x');
CREATE DATABASE IF NOT EXISTS `c`.`d`;
CREATE TABLE IF NOT EXISTS `c`.`d`.`t` (`a` INT) WITH ('format-version' = '2');
INSERT INTO `c`.`d`.`t` (`a`) SELECT `e`.`nope` AS `a` FROM `source_events` AS `e`;
