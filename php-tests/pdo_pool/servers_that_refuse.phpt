--TEST--
Servers that refuse, stop, or end a connection in the middle of a transaction
--DESCRIPTION--
Rules: PP-4, PP-17, PP-26, PP-27
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
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 1]);
    $pool = $pdo->getPool();
    $kill = fn() => $database->kill($admin, (int) $pdo->query("SELECT {$database->id()}")->fetchColumn());
    $show = function (string $what, Closure $call) use ($pdo, $pool): void {
        echo "  $what: ", strtok(thrown($call), ':'), ' ', $pdo->inTransaction() ? 'in a transaction' : 'no transaction', ', ',
            counts($pool), "\n";
    };
    foreach (['commit', 'rollBack'] as $method) {
        $pdo->beginTransaction();
        $kill();
        $show($method, fn() => $pdo->$method());
        $show('twice', fn() => $pdo->$method());
    }
    $kill();
    thrown(fn() => $pdo->beginTransaction());
    $show('begun', fn() => $pdo->inTransaction() || $pdo->beginTransaction());
    $pdo->rollBack();
    if ($name === 'pgsql') {
        // A commit that fails ends the transaction; a failed statement does not.
        $pdo->exec('CREATE TABLE p (id INT PRIMARY KEY)');
        $pdo->exec('CREATE TABLE c (id INT REFERENCES p (id) DEFERRABLE INITIALLY DEFERRED)');
        $pdo->beginTransaction();
        $pdo->exec('INSERT INTO c VALUES (1)');
        $show('deferred', fn() => $pdo->commit());
        $pdo->beginTransaction();
        $show('failed', fn() => $pdo->exec('nonsense'));
        $show('after it', fn() => $pdo->exec('SELECT 1'));
        $pdo->rollBack();
    } else {
        $admin->exec('SET GLOBAL max_connections = 10');
    }
    // More than the server takes.
    $many = $database->pooled([PDO::ATTR_POOL_MAX => 200]);
    $ask = fn() => thrown(fn() => $many->query("SELECT {$database->sleep(0.2)}"));
    $answers = array_map(Async\await(...), array_map(fn() => spawn($ask), range(1, 130)));
    $answers = array_count_values(array_map(fn(string $text) => strtok($text, ':['), $answers));
    ksort($answers);
    echo '  ', array_sum($answers), ' answers: ', implode(', ', array_keys($answers)), ', ', $many->getPool()->activeCount(), " in use\n";
    unset($many, $admin);
    $pdo->query('SELECT 1');
    $database->server->stop();
    $show('stopped', fn() => $pdo->query('SELECT 1'));
    $show('and again', fn() => $pdo->query('SELECT 1'));
}
--EXPECT--
pgsql
  commit: PDOException no transaction, 0 connections, 0 idle, 0 active
  twice: PDOException no transaction, 0 connections, 0 idle, 0 active
  rollBack: PDOException no transaction, 0 connections, 0 idle, 0 active
  twice: PDOException no transaction, 0 connections, 0 idle, 0 active
  begun: nothing in a transaction, 1 connections, 0 idle, 1 active
  deferred: PDOException no transaction, 1 connections, 1 idle, 0 active
  failed: PDOException in a transaction, 1 connections, 0 idle, 1 active
  after it: PDOException in a transaction, 1 connections, 0 idle, 1 active
  130 answers: PDOException, nothing, 0 in use
  stopped: PDOException no transaction, 0 connections, 0 idle, 0 active
  and again: PDOException no transaction, 0 connections, 0 idle, 0 active
mysql
  commit: PDOException no transaction, 0 connections, 0 idle, 0 active
  twice: PDOException no transaction, 0 connections, 0 idle, 0 active
  rollBack: PDOException no transaction, 0 connections, 0 idle, 0 active
  twice: PDOException no transaction, 0 connections, 0 idle, 0 active
  begun: nothing in a transaction, 1 connections, 0 idle, 1 active
  130 answers: PDOException, nothing, 0 in use
  stopped: PDOException no transaction, 0 connections, 0 idle, 0 active
  and again: PDOException no transaction, 0 connections, 0 idle, 0 active
