--TEST--
Rows, iterators, generators and streams keep the connection that they come from, and give it back
--DESCRIPTION--
Rules: PP-9, PP-15, PP-40
Order: dependent
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

use function Async\{await, spawn, suspend};

foreach (['sqlite', 'pgsql', 'mysql'] as $name) {
    echo "$name\n";
    $database = Database::start($name);
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 2]);
    $pool = $pdo->getPool();
    $database->makeTable($pdo);
    $pdo->exec("INSERT INTO t (b) VALUES ('x'), ('y')");
    $show = fn(string $what, mixed $value) => print "  $what: " . var_export($value, true) . ", {$pool->activeCount()} in use\n";

    $statement = $pdo->query('SELECT a, b FROM t ORDER BY a');
    $row = $statement->fetch(PDO::FETCH_LAZY);
    unset($statement);
    $show('lazy row', $row->b);
    unset($row);
    $show('gone', null);
    $iterator = $pdo->query('SELECT b FROM t ORDER BY a')->getIterator();
    $iterator->rewind();
    $show('iterator', $iterator->current()[0]);
    unset($iterator);
    $show('gone', null);
    $generator = (function () use ($pdo): Generator {
        foreach ($pdo->query('SELECT b FROM t ORDER BY a') as $row) {
            yield $row[0];
        }
    })();
    $show('generator', $generator->current());
    unset($generator);
    $show('gone', null);

    // A coroutine that fails has its statement and its exception; keeping the exception keeps nothing else.
    $exception = await(spawn(function () use ($pdo): PDOException {
        $statement = $pdo->query('SELECT 1');
        try {
            $pdo->query('nonsense');
        } catch (PDOException $e) {
            return $e;
        }
    }));
    $show('exception', get_class($exception));

    if ($name === 'pgsql') {
        $stream = await(spawn(function () use ($pdo) {
            $pdo->beginTransaction();
            return $pdo->pgsqlLOBOpen($pdo->pgsqlLOBCreate(), 'wb');
        }));
        $show('large object', fwrite($stream, 'written'));
        unset($stream);
        $show('gone', null);
    }

    // Nothing is left of coroutines.
    $work = function () use ($pdo): void {
        $pdo->query('SELECT 1')->fetchAll();
        $statement = $pdo->prepare('SELECT ?');
        $statement->execute(['x']);
        $pdo->beginTransaction();
    };
    $memory = [];
    foreach ([0, 1, 2] as $round) {
        for ($i = 0; $i < 100; $i++) {
            await(spawn($work));
        }
        $memory[] = memory_get_usage();
    }
    $show('memory', $memory[2] - $memory[1] < 4096 ?: $memory);
}

// A function of sqlite's that drops the pool while a query runs it.
$database = Database::start('sqlite');
$pdo = $database->pooled();
$pool = $pdo->getPool();
$pdo->sqliteCreateFunction('ends', function () use (&$pdo): int {
    $pdo = null;
    suspend();
    gc_collect_cycles();
    suspend();
    return 5;
});
echo await(spawn(function () use (&$pdo): int { return $pdo->query('SELECT ends()')->fetchColumn(); })), ', ', counts($pool), "\n";
--EXPECT--
sqlite
  lazy row: 'x', 1 in use
  gone: NULL, 0 in use
  iterator: 'x', 1 in use
  gone: NULL, 0 in use
  generator: 'x', 1 in use
  gone: NULL, 0 in use
  exception: 'PDOException', 0 in use
  memory: true, 0 in use
pgsql
  lazy row: 'x', 1 in use
  gone: NULL, 0 in use
  iterator: 'x', 1 in use
  gone: NULL, 0 in use
  generator: 'x', 1 in use
  gone: NULL, 0 in use
  exception: 'PDOException', 0 in use
  large object: 7, 1 in use
  gone: NULL, 0 in use
  memory: true, 0 in use
mysql
  lazy row: 'x', 1 in use
  gone: NULL, 0 in use
  iterator: 'x', 1 in use
  gone: NULL, 0 in use
  generator: 'x', 1 in use
  gone: NULL, 0 in use
  exception: 'PDOException', 0 in use
  memory: true, 0 in use
5, 0 connections, 0 idle, 0 active
