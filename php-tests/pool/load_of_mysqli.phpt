--TEST--
A pool of mysqli connections: 1,000 coroutines share 8 connections, some of which are killed; nothing is lost, mixed up or starved
--DESCRIPTION--
Rules: PO-6, PO-7, PO-8, PO-12, PO-13, PO-18, PO-24, PO-29
Order: dependent
--EXTENSIONS--
mysqli
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
$connect = fn() => new mysqli($server->host, $server->user, "", "mysql", $server->port);
$admin = $connect();
// Not SLEEP(): the server takes two seconds to kill one that sleeps, and nothing else gets an answer meanwhile.
$load = new PoolLoad(
    $connect,
    fn(mysqli $connection, int $number) => (int) $connection->query("SELECT $number, BENCHMARK(2000, MD5('x'))")->fetch_row()[0],
    fn(mysqli $connection) => $connection->close(),
    function () use ($admin): void {
        $row = $admin->query("SELECT ID FROM information_schema.PROCESSLIST WHERE ID <> "
            . "CONNECTION_ID() AND USER = 'root' ORDER BY RAND() LIMIT 1")->fetch_row();
        try {
            $row && $admin->query("KILL CONNECTION $row[0]");
        } catch (mysqli_sql_exception) {
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
