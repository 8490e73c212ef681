--TEST--
The main flow has one binding, before and after the first asynchronous call, which ends with it
--DESCRIPTION--
Rules: PP-12
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn};

$database = Database::start('sqlite');
$pdo = $database->pooled([PDO::ATTR_POOL_MAX => 2]);
$database->makeTable($pdo);
$pdo->beginTransaction();
$pdo->exec("INSERT INTO t (b) VALUES ('main')");
echo 'before: ', counts($pdo->getPool()), "\n";
await(spawn(function () use ($pdo): void {
    echo 'a coroutine: ', var_export($pdo->inTransaction(), true), ', ', $pdo->query('SELECT count(*) FROM t')->fetchColumn(), " rows\n";
}));
echo 'after: ', var_export($pdo->inTransaction(), true), ', ', $pdo->lastInsertId(), ', ', counts($pdo->getPool()), "\n";
$pdo->commit();
echo 'committed: ', counts($pdo->getPool()), "\n";

$pdo->beginTransaction();
$pdo->exec("INSERT INTO t (b) VALUES ('lost')");
spawn(function () use ($pdo): void {
    while ($pdo->getPool()->activeCount() > 0) {
        Async\suspend();
    }
    echo 'main has ended: ', counts($pdo->getPool()), ', ', $pdo->query('SELECT count(*) FROM t')->fetchColumn(), " rows\n";
});
echo "end of the script\n";
--EXPECT--
before: 1 connections, 0 idle, 1 active
a coroutine: false, 0 rows
after: true, 1, 2 connections, 1 idle, 1 active
committed: 2 connections, 2 idle, 0 active
end of the script
main has ended: 2 connections, 2 idle, 0 active, 1 rows
