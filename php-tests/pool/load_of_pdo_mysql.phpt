--TEST--
A pool of PDO connections to MariaDB: 1,000 coroutines share 8 connections, some of which are killed; nothing is lost, mixed up or starved
--DESCRIPTION--
Rules: PO-6, PO-7, PO-8, PO-12, PO-13, PO-18, PO-24, PO-29
Order: dependent
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/pool_load.php';

$server = MariaDbServer::start();
$connect = fn() => new PDO($server->dsn(), $server->user, "", [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
$admin = $connect();
$own = $admin->query("SELECT CONNECTION_ID()")->fetchColumn();
// Not SLEEP(): the server takes two seconds to kill one that sleeps, and nothing else gets an answer meanwhile.
$load = new PoolLoad(
    $connect,
    fn(PDO $pdo, int $number) => $pdo->query("SELECT $number, BENCHMARK(2000, MD5('x'))")->fetchColumn(),
    fn(PDO $pdo) => null,
    function () use ($admin, $own): void {
        $id = $admin->query("SELECT ID FROM information_schema.PROCESSLIST WHERE ID <> $own AND USER = 'root' ORDER BY RAND() LIMIT 1")
            ->fetchColumn();
        try {
            $id && $admin->exec("KILL CONNECTION $id");
        } catch (PDOException) {
            // It has just ended.
        }
    },
);
$load->run();
--EXPECT--
3000 queries, 0 lost, 0 wrong
some hit a killed connection: true
at most 8 connections: true
1000 were served, the slowest within 3 times the median: true
all that was made is destroyed: true
