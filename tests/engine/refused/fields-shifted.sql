-- expect: column s is ROW
CREATE TEMPORARY TABLE `source_events` (`s` ROW<`a` STRING, `b` STRING>) WITH (
  'connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'kafka:9092', 'properties.group.id' = 'g',
  'scan.startup.mode' = 'earliest-offset', 'format' = 'json');
CREATE CATALOG `c` WITH ('type' = 'iceberg', 'catalog-type' = 'rest', 'uri' = 'http://localhost', 'warehouse' = 's3://lake/w', 'io-impl' = 'x');
CREATE DATABASE IF NOT EXISTS `c`.`d`;
CREATE TABLE IF NOT EXISTS `c`.`d`.`t` (`s` ROW<`b` STRING, `a` STRING>) WITH ('format-version' = '2');
INSERT INTO `c`.`d`.`t` (`s`) SELECT `e`.`s` AS `s` FROM `source_events` AS `e`;
