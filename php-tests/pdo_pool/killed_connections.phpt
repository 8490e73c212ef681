--TEST--
A connection that the server has ended is replaced; the coroutine that was on it goes on with a new one
--DESCRIPTION--
Rules: PP-26, PP-27, PP-30
Order: dependent
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

use function Async\{await, spawn};

foreach (['pgsql', 'mysql'] as $name) {
    echo "$name\n";
    $database = Database::start($name);
    $admin = $database->plain();
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_EMULATE_PREPARES => false]);
    $pool = $pdo->getPool();
    $database->makeTable($pdo);
    $id = fn() => $pdo->query("SELECT {$database->id()}")->fetchColumn();

    // While a statement is waiting for its answer.
    $victim = null;
    $coroutine = spawn(function () use ($pdo, $database, $id, &$victim): string {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO t (b) VALUES ('lost')");
        $victim = $id();
        $failed = thrown(fn() => $pdo->query("SELECT {$database->sleep(30)}"));
        return json_encode([str_starts_with($failed, 'PDOException: SQLSTATE[HY000]'), $pdo->inTransaction(), $id() !== $victim]);
    });
    while ($victim === null) {
        Async\delay(1);
    }
    Async\delay(20);
    $database->kill($admin, $victim);
    echo '  in a query: ', await($coroutine), ', ', counts($pool), "\n";

    // Between two calls, with a transaction open and statements alive.
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t (b) VALUES ('lost')");
    $read = $pdo->query('SELECT count(*) FROM t');
    $prepared = $pdo->prepare("SELECT {$database->id()}");
    $prepared->execute();
    $database->kill($admin, $victim = $prepared->fetchColumn());
    $prepared->closeCursor();
    echo '  open transaction: ', var_export(str_starts_with(thrown(fn() => $pdo->exec('SELECT 1')), 'PDOException: SQLSTATE['), true), "\n";
    echo '  afterwards: ', json_encode([$pdo->inTransaction(), $id() !== $victim]), ', ', counts($pool), "\n";
    echo '  statements: ', var_export(str_starts_with(thrown(fn() => $prepared->execute()), 'PDOException: SQLSTATE['), true),
        ', ', var_export((int) $read->fetchColumn(), true), "\n";
    unset($prepared);
    $other = $pdo->query('SELECT 1');
    unset($read, $other);
    echo '  destroyed: ', counts($pool), ', ', $pdo->query('SELECT count(*) FROM t')->fetchColumn(), " rows\n";

    // A statement that finds out.
    $prepared = $pdo->prepare("SELECT {$database->id()}");
    $prepared->execute();
    $database->kill($admin, $prepared->fetchColumn());
    $prepared->closeCursor();
    thrown(fn() => $prepared->execute());
    echo '  found by a statement: ', counts($pool), "\n";
    $prepared = null;
    echo '  then: ', (int) $id() > 0 ? 'a new one' : '', ', ', counts($pool), "\n";
}
--EXPECT--
pgsql
  in a query: [true,false,true], 1 connections, 1 idle, 0 active
  open transaction: true
  afterwards: [false,true], 1 connections, 1 idle, 0 active
  statements: true, 1
  destroyed: 1 connections, 1 idle, 0 active, 0 rows
  found by a statement: 0 connections, 0 idle, 0 active
  then: a new one, 1 connections, 1 idle, 0 active
mysql
  in a query: [true,false,true], 1 connections, 1 idle, 0 active
  open transaction: true
  afterwards: [false,true], 1 connections, 1 idle, 0 active
  statements: true, 1
  destroyed: 1 connections, 1 idle, 0 active, 0 rows
  found by a statement: 0 connections, 0 idle, 0 active
  then: a new one, 1 connections, 1 idle, 0 active
