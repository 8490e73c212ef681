--TEST--
A pooled PDO for PostgreSQL: 1,000 coroutines on 8 connections, some of which are killed; nothing is lost, mixed up, split or seen by others
--DESCRIPTION--
Rules: PP-8, PP-18, PP-20, PP-21, PP-26, PP-27, PP-31, PP-33
Order: dependent
--EXTENSIONS--
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool_load.php';

(new PdoPoolLoad(
    Database::start('pgsql'),
    ["SET application_name = 'mine'", 'CREATE TEMP TABLE x (a INT)', 'SELECT pg_advisory_lock_shared(5)', 'LISTEN news'],
    "SELECT current_setting('application_name'), to_regclass('pg_temp.x'), (SELECT count(*) FROM pg_listening_channels()),
        (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())",
))->run();
--EXPECT--
3000 queries, 0 lost, 0 wrong
some hit a killed connection: true
more than 8 connections: 0 times
1000 were served, the slowest within 3 times the median: true
200 transactions committed, 200 of them there, 0 split, 0 in halves
100 sessions changed, 0 seen by others
in use: 0
