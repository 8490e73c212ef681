--TEST--
A pool that has no connection to give says why
--DESCRIPTION--
Rules: PP-22
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

$database = Database::start('sqlite');
$pdo = $database->pooled();
$pdo->exec('CREATE TABLE t (a)');
$pdo->getPool()->deactivate();
echo thrown(fn() => $pdo->query('SELECT 1')), ', ', $pdo->errorCode(), "\n";
$pdo->getPool()->activate();
echo thrown(fn() => $pdo->query('SELECT 1')), ', ', $pdo->errorCode(), "\n";
$pdo->getPool()->close();
echo thrown(fn() => $pdo->query('SELECT 1')), ', ', $pdo->errorCode(), "\n";
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
echo thrown(fn() => $pdo->query('SELECT 1')), ', ', $pdo->errorCode(), "\n";
--EXPECT--
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open), HY000
nothing, 00000
Async\PoolException: Pool is closed, HY000
Async\PoolException: Pool is closed, HY000
