--TEST--
A pooled PDO for MySQL: 1,000 coroutines on 8 connections, some of which are killed; nothing is lost, mixed up, split or seen by others
--DESCRIPTION--
Rules: PP-8, PP-18, PP-20, PP-21, PP-26, PP-27, PP-31, PP-33
Order: dependent
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('mysql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool_load.php';

(new PdoPoolLoad(
    Database::start('mysql'),
    ['SET @a = 5', "SET sql_mode = 'ANSI'", 'CREATE TEMPORARY TABLE x (a INT)', "SELECT GET_LOCK(CONCAT('l', CONNECTION_ID()), 0)"],
    "SELECT @a, @@sql_mode <> @@global.sql_mode, IS_USED_LOCK(CONCAT('l', CONNECTION_ID()))",
))->run();
--EXPECT--
3000 queries, 0 lost, 0 wrong
some hit a killed connection: true
more than 8 connections: 0 times
1000 were served, the slowest within 3 times the median: true
200 transactions committed, 200 of them there, 0 split, 0 in halves
100 sessions changed, 0 seen by others
in use: 0
