--TEST--
A pool of pgsql connections: 1,000 coroutines share 8 connections, some of which are killed; nothing is lost, mixed up or starved
--DESCRIPTION--
Rules: PO-6, PO-7, PO-8, PO-12, PO-13, PO-18, PO-24, PO-29
Order: dependent
--EXTENSIONS--
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/pool_load.php';

$server = PostgresServer::start();
$connect = fn() => @pg_connect($server->connection(), PGSQL_CONNECT_FORCE_NEW) ?: throw new RuntimeException('no connection');
$admin = $connect();
pg_query($admin, "SET application_name = 'admin'");
$load = new PoolLoad(
    $connect,
    function (PgSql\Connection $connection, int $number): ?int {
        $result = pg_query_params($connection, "SELECT $1::int, pg_sleep(0.002)", [$number]);
        return $result === false ? null : (int) pg_fetch_result($result, 0, 0);
    },
    fn(PgSql\Connection $connection) => pg_close($connection),
    fn() => pg_query($admin, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = '' AND query <> '' ORDER BY random() LIMIT 1"),
);
$load->run();
--EXPECT--
3000 queries, 0 lost, 0 wrong
some hit a killed connection: true
at most 8 connections: true
1000 were served, the slowest within 3 times the median: true
all that was made is destroyed: true
