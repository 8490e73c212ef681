--TEST--
A statement that fails to begin or to end a transaction of sqlite keeps no connection; one that fails inside of one does
--DESCRIPTION--
Rules: PP-9, PP-16, PP-25
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn};

$database = Database::start('sqlite');
$options = [PDO::ATTR_POOL_MAX => 1, PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT, PDO::ATTR_TIMEOUT => 0];
$pdo = $database->pooled($options);
$pdo->exec('CREATE TABLE t (a INT UNIQUE)');
$pool = $pdo->getPool();
$other = fn() => await(spawn(fn() => $pdo->query('SELECT 1')->fetchColumn()));

foreach (['COMMIT', 'END TRANSACTION', 'ROLLBACK', 'RELEASE x', 'BEGIN bogus', 'SAVEPOINT'] as $sql) {
    $failed = $pdo->exec($sql) === false;
    echo "$sql: ", $failed ? 'failed' : 'done', ', ', $pdo->errorCode(), ', ', counts($pool), ', ', $other(), "\n";
}

// Another connection has the lock.
$holder = $database->plain();
$holder->exec('BEGIN EXCLUSIVE');
$failed = $pdo->exec('BEGIN IMMEDIATE') === false;
$holder->exec('ROLLBACK');
echo 'locked: ', $failed ? 'failed' : 'done', ', ', counts($pool), ', ', $other(), "\n";

// What is begun stays, whatever fails in it, with what is known about the failure.
$pdo->exec('BEGIN');
foreach (['BEGIN', 'COMMIT x', 'SELECT nothing', 'RELEASE x'] as $sql) {
    $pdo->exec($sql);
    echo "$sql: ", counts($pool), ', ', $pdo->errorInfo()[2], "\n";
}
$pdo->exec('COMMIT');
echo counts($pool), "\n";

// Some of several.
$pdo->exec('SELECT 1; BEGIN; SELECT nothing');
echo 'several: ', counts($pool);
$pdo->exec('ROLLBACK');
echo ', ', counts($pool), "\n";

// A statement that fails later has begun nothing, either.
$statement = $pdo->prepare('INSERT INTO t VALUES (1)');
$pdo->exec('BEGIN');
$statement->execute();
$statement->execute();
$statement = null;
echo 'in a statement: ', counts($pool);
$pdo->exec('COMMIT');
echo ', ', counts($pool), ', ', $pdo->query('SELECT count(*) FROM t')->fetchColumn(), "\n";
--EXPECT--
COMMIT: failed, HY000, 1 connections, 1 idle, 0 active, 1
END TRANSACTION: failed, HY000, 1 connections, 1 idle, 0 active, 1
ROLLBACK: failed, HY000, 1 connections, 1 idle, 0 active, 1
RELEASE x: failed, HY000, 1 connections, 1 idle, 0 active, 1
BEGIN bogus: failed, HY000, 1 connections, 1 idle, 0 active, 1
SAVEPOINT: failed, HY000, 1 connections, 1 idle, 0 active, 1
locked: failed, 1 connections, 1 idle, 0 active, 1
BEGIN: 1 connections, 0 idle, 1 active, cannot start a transaction within a transaction
COMMIT x: 1 connections, 0 idle, 1 active, near "x": syntax error
SELECT nothing: 1 connections, 0 idle, 1 active, near "nothing": syntax error
RELEASE x: 1 connections, 0 idle, 1 active, no such savepoint: x
1 connections, 1 idle, 0 active
several: 1 connections, 0 idle, 1 active, 1 connections, 1 idle, 0 active
in a statement: 1 connections, 0 idle, 1 active, 1 connections, 1 idle, 0 active, 1
