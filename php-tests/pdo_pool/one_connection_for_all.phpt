--TEST--
Coroutines that share one connection get it in turns
--DESCRIPTION--
Rules: PP-19, PP-21
Order: dependent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn, suspend};

$database = Database::start('sqlite');
$pdo = $database->pooled([PDO::ATTR_POOL_MAX => 1]);
$order = [];
$coroutines = [];
foreach (['A', 'B', 'C'] as $name) {
    $coroutines[] = spawn(function () use ($pdo, $name, &$order): void {
        $pdo->beginTransaction();
        $order[] = "$name begins";
        suspend();
        suspend();
        $order[] = "$name ends";
        $pdo->commit();
    });
}
array_map(Async\await(...), $coroutines);
echo implode(', ', $order), "\n";

// One that asks again and again stands in line like all others.
$order = '';
$ask = function (string $name) use ($pdo, &$order): void {
    for ($i = 0; $i < 4; $i++) {
        $statement = $pdo->query('SELECT 1');
        suspend();
        $order .= $name;
        unset($statement);
    }
};
array_map(Async\await(...), [spawn($ask, 'A'), spawn($ask, 'B')]);
echo "$order\n", counts($pdo->getPool()), "\n";
--EXPECT--
A begins, A ends, B begins, B ends, C begins, C ends
ABABABAB
1 connections, 1 idle, 0 active
