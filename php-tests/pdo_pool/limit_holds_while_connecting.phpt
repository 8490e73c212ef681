--TEST--
The limit holds while connections are being opened
--DESCRIPTION--
Rules: PP-20
Order: independent
--EXTENSIONS--
pdo_pgsql
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql')) die("skip $why");
if ($why = Database::missing('mysql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn, suspend};

// All before the first use of the API: servers do not live in simulated time.
foreach (array_map(Database::start(...), ['pgsql', 'mysql']) as $database) {
    $name = $database->name;
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 3]);
    $pool = $pdo->getPool();
    $most = 0;
    $running = 10;
    $coroutines = [];
    for ($i = 0; $i < 10; $i++) {
        $coroutines[] = spawn(function () use ($pdo, $database, $i, &$running): int {
            $row = $pdo->query("SELECT $i, {$database->sleep(0.01)}")->fetch(PDO::FETCH_NUM);
            $running--;
            return (int) $row[0];
        });
    }
    $watcher = spawn(function () use ($pool, &$most, &$running): void {
        while ($running > 0) {
            $most = max($most, $pool->count());
            suspend();
        }
    });
    echo "$name: ", implode(' ', array_map(Async\await(...), $coroutines)), "\n";
    await($watcher);
    echo "at most $most, then ", counts($pool), "\n";
}
--EXPECT--
pgsql: 0 1 2 3 4 5 6 7 8 9
at most 3, then 3 connections, 3 idle, 0 active
mysql: 0 1 2 3 4 5 6 7 8 9
at most 3, then 3 connections, 3 idle, 0 active
