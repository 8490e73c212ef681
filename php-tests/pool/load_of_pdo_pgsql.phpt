--TEST--
A pool of PDO connections to PostgreSQL: 1,000 coroutines share 8 connections, some killed; nothing is lost, mixed up or starved
--DESCRIPTION--
Rules: PO-6, PO-7, PO-8, PO-12, PO-13, PO-18, PO-24, PO-29
Order: dependent
--EXTENSIONS--
pdo_pgsql
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
$connect = fn() => new PDO($server->dsn(), $server->user, "", [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
$admin = $connect();
$admin->exec("SET application_name = 'admin'");
$load = new PoolLoad(
    $connect,
    fn(PDO $pdo, int $number) => $pdo->query("SELECT $number, pg_sleep(0.002)")->fetchColumn(),
    fn(PDO $pdo) => null,
    fn() => $admin->exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = '' AND query <> '' ORDER BY random() LIMIT 1"),
);
$load->run();
--EXPECT--
3000 queries, 0 lost, 0 wrong
some hit a killed connection: true
at most 8 connections: true
1000 were served, the slowest within 3 times the median: true
all that was made is destroyed: true
