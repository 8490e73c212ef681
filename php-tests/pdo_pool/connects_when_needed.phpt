--TEST--
A pool connects in the coroutine that needs a connection, where errors show up; a minimum is opened by the constructor
--DESCRIPTION--
Rules: PP-4, PP-5
Order: dependent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn};

$nowhere = sys_get_temp_dir() . '/no/such/directory/x.db';
$pdo = new PDO("sqlite:$nowhere", null, null, [PDO::ATTR_POOL_ENABLED => true]);
echo 'constructed: ', counts($pdo->getPool()), "\n";
echo 'main: ', thrown(fn() => $pdo->query('SELECT 1')), ' ', $pdo->errorCode(), "\n";
await(spawn(function () use ($pdo): void {
    echo 'coroutine: ', thrown(fn() => $pdo->exec('SELECT 1')), "\n";
    echo 'once more: ', thrown(fn() => $pdo->beginTransaction()), "\n";
}));
echo 'then: ', counts($pdo->getPool()), "\n";
echo 'minimum: ', thrown(fn() => new PDO("sqlite:$nowhere", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MIN => 1])), "\n";

$database = Database::start('sqlite');
$pdo = $database->pooled([PDO::ATTR_POOL_MIN => 2]);
echo 'minimum: ', counts($pdo->getPool()), "\n";
$pdo->exec('CREATE TABLE t (a)');
echo 'used: ', counts($pdo->getPool()), "\n";

// Options are those of every connection.
$options = [PDO::SQLITE_ATTR_OPEN_FLAGS => PDO::SQLITE_OPEN_READONLY, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM];
$pdo = $database->pooled($options + [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
$coroutines = [];
for ($i = 0; $i < 3; $i++) {
    $coroutines[] = spawn(function () use ($pdo, $i): string {
        $statement = $pdo->query("SELECT $i");
        Async\suspend();
        return json_encode([$statement->fetch(), $pdo->exec('INSERT INTO t VALUES (1)'), $pdo->errorCode()]);
    });
}
echo implode(' ', array_map(Async\await(...), $coroutines)), ', ', counts($pdo->getPool()), "\n";
--EXPECT--
constructed: 0 connections, 0 idle, 0 active
main: PDOException: SQLSTATE[HY000] [14] unable to open database file HY000
coroutine: PDOException: SQLSTATE[HY000] [14] unable to open database file
once more: PDOException: SQLSTATE[HY000] [14] unable to open database file
then: 0 connections, 0 idle, 0 active
minimum: PDOException: SQLSTATE[HY000] [14] unable to open database file
minimum: 2 connections, 2 idle, 0 active
used: 2 connections, 2 idle, 0 active
[[0],false,"HY000"] [[1],false,"HY000"] [[2],false,"HY000"], 3 connections, 3 idle, 0 active
