--TEST--
A coroutine has one connection at a time, for as long as statements or a transaction need it
--DESCRIPTION--
Rules: PP-8, PP-9, PP-10
Order: dependent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn, suspend};

$database = Database::start('sqlite');
$pdo = $database->pooled([PDO::ATTR_POOL_MAX => 4]);
$pool = $pdo->getPool();
$after = fn(string $what) => print "$what: " . counts($pool) . "\n";

$database->makeTable($pdo);
$after('exec');
$pdo->quote("it's");
$after('quote');
$pdo->getAttribute(PDO::ATTR_SERVER_VERSION);
$after('getAttribute');

$a = $pdo->query('SELECT 1');
$after('query');
$b = $pdo->query('SELECT 2');
$c = $pdo->prepare('SELECT 3');
$after('three statements');
$pdo->exec("INSERT INTO t (b) VALUES ('x')");
$after('exec beside them');
unset($a);
$after('one destroyed');
unset($b);
echo 'the last one goes on: ', var_export($c->execute(), true), ' ', $c->fetchColumn(), "\n";
unset($c);
$after('all destroyed');

$pdo->beginTransaction();
$after('transaction');
$pdo->exec("INSERT INTO t (b) VALUES ('y')");
$statement = $pdo->query('SELECT count(*) FROM t');
$after('statement in it');
$pdo->commit();
$after('committed');
echo $statement->fetchColumn(), " rows\n";
unset($statement);
$after('statement destroyed');
$pdo->query('SELECT 1')->fetchAll();
$after('temporary statement');

// Two coroutines that hold statements have different connections; both their own statements share one.
$hold = function () use ($pdo): void {
    $first = $pdo->query('SELECT 1');
    suspend();
    $second = $pdo->query('SELECT 2');
    suspend();
};
$coroutines = [spawn($hold), spawn($hold), spawn($hold)];
$most = 0;
$watcher = spawn(function () use ($pool, &$most): void {
    for ($i = 0; $i < 20; $i++) {
        $most = max($most, $pool->activeCount());
        suspend();
    }
});
array_map(Async\await(...), [...$coroutines, $watcher]);
echo "at most $most in use, ", counts($pool), "\n";
--EXPECT--
exec: 1 connections, 1 idle, 0 active
quote: 1 connections, 1 idle, 0 active
getAttribute: 1 connections, 1 idle, 0 active
query: 1 connections, 0 idle, 1 active
three statements: 1 connections, 0 idle, 1 active
exec beside them: 1 connections, 0 idle, 1 active
one destroyed: 1 connections, 0 idle, 1 active
the last one goes on: true 3
all destroyed: 1 connections, 1 idle, 0 active
transaction: 1 connections, 0 idle, 1 active
statement in it: 1 connections, 0 idle, 1 active
committed: 1 connections, 0 idle, 1 active
2 rows
statement destroyed: 1 connections, 1 idle, 0 active
temporary statement: 1 connections, 1 idle, 0 active
at most 3 in use, 3 connections, 3 idle, 0 active
