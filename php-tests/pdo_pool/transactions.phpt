--TEST--
Transactions pin a connection however they were begun
--DESCRIPTION--
Rules: PP-16, PP-17
Order: independent
--EXTENSIONS--
pdo_sqlite
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

use function Async\{await, spawn};

$begins = ['sqlite' => 'BEGIN', 'pgsql' => 'START TRANSACTION', 'mysql' => 'START TRANSACTION'];
// All before the first use of the API: servers do not live in simulated time.
foreach (array_map(Database::start(...), array_keys($begins)) as $database) {
    $name = $database->name;
    $begin = $begins[$name];
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 2]);
    $database->makeTable($pdo);
    echo "$name\n";
    $rows = fn() => $pdo->query('SELECT count(*) FROM t')->fetchColumn() . ' rows, ' . counts($pdo->getPool());

    $pdo->exec($begin);
    $pdo->exec("INSERT INTO t (b) VALUES ('x')");
    echo '  exec: ', counts($pdo->getPool()), "\n";
    $pdo->exec('ROLLBACK');
    echo '  rolled back: ', $rows(), "\n";

    $statement = $pdo->prepare($begin);
    $statement->execute();
    unset($statement);
    $pdo->exec("INSERT INTO t (b) VALUES ('x')");
    echo '  statement: ', counts($pdo->getPool()), "\n";
    $pdo->query('COMMIT');
    echo '  committed: ', $rows(), "\n";

    await(spawn(function () use ($pdo, $begin): void {
        $pdo->query($begin);
        $pdo->exec("INSERT INTO t (b) VALUES ('lost')");
    }));
    echo '  left open: ', $rows(), "\n";

    echo '  ', thrown(fn() => $pdo->commit()), "\n  ", thrown(fn() => $pdo->rollBack()), ' ', counts($pdo->getPool()), "\n";
    $pdo->beginTransaction();
    echo '  ', thrown(fn() => $pdo->beginTransaction()), ' ', counts($pdo->getPool()), "\n";
    $pdo->rollBack();
    echo '  ', thrown(fn() => $pdo->rollBack()), ' ', counts($pdo->getPool()), "\n";
}

$pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, false);
echo 'without autocommit: ', counts($pdo->getPool()), "\n";
await(spawn(function () use ($pdo): void {
    var_dump((bool) $pdo->getAttribute(PDO::ATTR_AUTOCOMMIT));
    $pdo->exec("INSERT INTO t (b) VALUES ('lost')");
    echo 'in a transaction: ', var_export($pdo->inTransaction(), true), ', ', counts($pdo->getPool()), "\n";
}));
$pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, true);
echo $rows(), "\n";
--EXPECT--
sqlite
  exec: 1 connections, 0 idle, 1 active
  rolled back: 0 rows, 1 connections, 1 idle, 0 active
  statement: 1 connections, 0 idle, 1 active
  committed: 1 rows, 1 connections, 1 idle, 0 active
  left open: 1 rows, 1 connections, 1 idle, 0 active
  PDOException: There is no active transaction
  PDOException: There is no active transaction 1 connections, 1 idle, 0 active
  PDOException: There is already an active transaction 1 connections, 0 idle, 1 active
  PDOException: There is no active transaction 1 connections, 1 idle, 0 active
pgsql
  exec: 1 connections, 0 idle, 1 active
  rolled back: 0 rows, 1 connections, 1 idle, 0 active
  statement: 1 connections, 0 idle, 1 active
  committed: 1 rows, 1 connections, 1 idle, 0 active
  left open: 1 rows, 1 connections, 1 idle, 0 active
  PDOException: There is no active transaction
  PDOException: There is no active transaction 1 connections, 1 idle, 0 active
  PDOException: There is already an active transaction 1 connections, 0 idle, 1 active
  PDOException: There is no active transaction 1 connections, 1 idle, 0 active
mysql
  exec: 1 connections, 0 idle, 1 active
  rolled back: 0 rows, 1 connections, 1 idle, 0 active
  statement: 1 connections, 0 idle, 1 active
  committed: 1 rows, 1 connections, 1 idle, 0 active
  left open: 1 rows, 1 connections, 1 idle, 0 active
  PDOException: There is no active transaction
  PDOException: There is no active transaction 1 connections, 1 idle, 0 active
  PDOException: There is already an active transaction 1 connections, 0 idle, 1 active
  PDOException: There is no active transaction 1 connections, 1 idle, 0 active
without autocommit: 1 connections, 1 idle, 0 active
bool(false)
in a transaction: true, 1 connections, 0 idle, 1 active
1 rows, 1 connections, 1 idle, 0 active
