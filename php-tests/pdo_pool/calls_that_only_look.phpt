--TEST--
Calls that only look never get a connection; what they tell belongs to the coroutine
--DESCRIPTION--
Rules: PP-13, PP-14
Order: dependent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn, suspend};

$database = Database::start('sqlite');
$pdo = $database->pooled();
$look = fn() => json_encode([$pdo->inTransaction(), $pdo->lastInsertId(), $pdo->errorCode(), $pdo->errorInfo()])
    . ' ' . counts($pdo->getPool());
echo $look(), "\n";
$database->makeTable($pdo);
$pdo->exec("INSERT INTO t (b) VALUES ('x')");
echo 'after exec: ', $look(), "\n";
$statement = $pdo->query('SELECT 1');
$pdo->exec("INSERT INTO t (b) VALUES ('y')");
echo 'beside a statement: ', $look(), "\n";
unset($statement);

$insert = function (int $id) use ($pdo): string {
    $statement = $pdo->prepare('INSERT INTO t (a, b) VALUES (?, ?)');
    $statement->execute([$id, 'z']);
    suspend();
    suspend();
    return $pdo->lastInsertId() . ($pdo->inTransaction() ? ' in a transaction' : '');
};
$coroutines = [spawn($insert, 100), spawn($insert, 200), spawn($insert, 300)];
echo implode(', ', array_map(Async\await(...), $coroutines)), "\n";
$pdo->beginTransaction();
$pdo->exec("INSERT INTO t (a, b) VALUES (400, 'x')");
echo 'in a transaction: ', $look(), "\n";
$pdo->rollBack();
echo 'rolled back: ', $look(), "\n";
echo thrown(fn() => $pdo->inTransaction(1)), "\n", thrown(fn() => $pdo->lastInsertId(1, 2)), "\n", thrown(fn() => $pdo->errorInfo(1)), "\n";
--EXPECT--
[false,false,"00000",["00000",null,null]] 0 connections, 0 idle, 0 active
after exec: [false,false,"00000",["00000",null,null]] 1 connections, 1 idle, 0 active
beside a statement: [false,"2","00000",["00000",null,null]] 1 connections, 0 idle, 1 active
100, 200, 300
in a transaction: [true,"400","00000",["00000",null,null]] 3 connections, 2 idle, 1 active
rolled back: [false,false,"00000",["00000",null,null]] 3 connections, 3 idle, 0 active
ArgumentCountError: PDO::inTransaction() expects exactly 0 arguments, 1 given
ArgumentCountError: PDO::lastInsertId() expects at most 1 argument, 2 given
ArgumentCountError: PDO::errorInfo() expects exactly 0 arguments, 1 given
