--TEST--
A pooled PDO object that goes leaves nothing with the coroutines that have used it, and no transaction open
--DESCRIPTION--
Rules: PP-40, PP-52
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, delay, spawn};

$database = Database::start('sqlite');
$database->plain()->exec('CREATE TABLE t (a INT)');
$growth = function (callable $use): int {
    $use();
    gc_collect_cycles();
    $before = memory_get_usage();
    for ($i = 0; $i < 200; $i++) {
        $use();
    }
    gc_collect_cycles();
    return intdiv(memory_get_usage() - $before, 200);
};
$calls = [
    'exec' => fn(PDO $pdo) => $pdo->exec('SELECT 1'),
    'a failed exec' => fn(PDO $pdo) => @$pdo->exec('SELECT nothing'),
    'a statement' => fn(PDO $pdo) => $pdo->query('SELECT 1')->fetchColumn(),
    'a failed query' => fn(PDO $pdo) => $pdo->query('SELECT nothing'),
    'a transaction' => fn(PDO $pdo) => $pdo->beginTransaction() && $pdo->exec('INSERT INTO t VALUES (1)'),
    'of another coroutine' => fn(PDO $pdo) => await(spawn(fn() => $pdo->exec('SELECT 1'))),
];
foreach ($calls as $what => $call) {
    $use = function () use ($database, $call): void {
        $call($database->pooled([PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]));
    };
    echo "$what: {$growth($use)}, in a coroutine ", await(spawn(fn() => $growth($use))), "\n";
}

// One object, used and forgotten by a coroutine that goes on.
$pdo = $database->pooled();
$user = spawn(function () use (&$pdo): void {
    $pdo->exec('SELECT 1');
    $pdo = null;
    delay(1);
    echo "goes on\n";
});
await($user);

// Another process writes, if nothing is locked.
echo $database->plain([PDO::ATTR_TIMEOUT => 0])->exec('INSERT INTO t VALUES (2)'), ' of ',
    $database->plain()->query('SELECT count(*) FROM t')->fetchColumn(), "\n";

// A statement keeps the connection, and with it the transaction.
$pdo = $database->pooled();
$pool = $pdo->getPool();
$pdo->beginTransaction();
$statement = $pdo->prepare('INSERT INTO t VALUES (3)');
$statement->execute();
$pdo = null;
echo counts($pool), "\n";
$statement->execute();
$statement = null;
echo counts($pool), ', ', $database->plain()->query('SELECT count(*) FROM t')->fetchColumn(), "\n";
--EXPECT--
exec: 0, in a coroutine 0
a failed exec: 0, in a coroutine 0
a statement: 0, in a coroutine 0
a failed query: 0, in a coroutine 0
a transaction: 0, in a coroutine 0
of another coroutine: 0, in a coroutine 0
goes on
1 of 1
1 connections, 0 idle, 1 active
0 connections, 0 idle, 0 active, 1
