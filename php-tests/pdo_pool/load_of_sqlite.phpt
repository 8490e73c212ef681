--TEST--
A pooled PDO for sqlite: 1,000 coroutines on 8 connections; nothing is lost, mixed up, split or seen by others
--DESCRIPTION--
Rules: PP-8, PP-18, PP-20, PP-21, PP-26, PP-27, PP-31, PP-33
Order: dependent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool_load.php';

(new PdoPoolLoad(
    Database::start('sqlite'),
    ['CREATE TEMP TABLE x (a INT)', "ATTACH ':memory:' AS other"],
    "SELECT (SELECT count(*) FROM sqlite_temp_master), (SELECT count(*) FROM pragma_database_list WHERE name = 'other')",
))->run();
--EXPECT--
3000 queries, 0 lost, 0 wrong
some hit a killed connection: false
more than 8 connections: 0 times
1000 were served, the slowest within 3 times the median: true
200 transactions committed, 200 of them there, 0 split, 0 in halves
100 sessions changed, 0 seen by others
in use: 0
