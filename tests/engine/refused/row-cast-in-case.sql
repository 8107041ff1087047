-- expect: class org.apache.calcite.sql.SqlBasicCall
CREATE TEMPORARY TABLE `source_events` (`s` ROW<`a` INT>) WITH (
  'connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'kafka:9092', 'properties.group.id' = 'g',
  'scan.startup.mode' = 'earliest-offset', 'format' = 'json');
CREATE CATALOG `c` WITH ('type' = 'iceberg', 'catalog-type' = 'rest', 'uri' = 'http://localhost', 'warehouse' = 's3://lake/w', 'io-impl' = 'x');
CREATE DATABASE IF NOT EXISTS `c`.`d`;
CREATE TABLE IF NOT EXISTS `c`.`d`.`t` (`s` ROW<`b` INT>) WITH ('format-version' = '2');
INSERT INTO `c`.`d`.`t` (`s`) SELECT CASE WHEN `e`.`s` IS NULL THEN NULL ELSE CAST(ROW(`e`.`s`.`a`) AS ROW<`b` INT>) END AS `s` FROM `source_events` AS `e`;
