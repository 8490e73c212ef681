--TEST--
When a coroutine ends, what it has not committed is rolled back before its connection goes to another one
--DESCRIPTION--
Rules: PP-11, PP-18
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

use function Async\{await, spawn, suspend, delay};

// All before the first use of the API: servers do not live in simulated time.
foreach (array_map(Database::start(...), ['sqlite', 'pgsql', 'mysql']) as $database) {
    $name = $database->name;
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 1]);
    $database->makeTable($pdo);
    $leave = [
        'returns' => fn() => 1,
        'throws' => fn() => throw new LogicException('thrown'),
        'is cancelled' => fn() => delay(100000),
        'exits a function' => function () use ($pdo): void { $statement = $pdo->query('SELECT 1'); },
    ];
    foreach ($leave as $how => $end) {
        $begun = false;
        $coroutine = spawn(function () use ($pdo, $end, &$begun): void {
            $pdo->beginTransaction();
            $pdo->exec("INSERT INTO t (b) VALUES ('lost')");
            $begun = true;
            $end();
        });
        // There is one connection only: this waits for it.
        $next = spawn(function () use ($pdo): string {
            suspend();
            return $pdo->query('SELECT count(*) FROM t')->fetchColumn() . ($pdo->inTransaction() ? ' in a transaction' : '');
        });
        while ($how === 'is cancelled' && !$begun) {
            suspend();
        }
        $how === 'is cancelled' && $coroutine->cancel();
        $thrown = thrown(fn() => await($coroutine));
        echo "$name, $how: $thrown, ", await($next), ' rows, ', counts($pdo->getPool()), "\n";
    }
    await(spawn(function () use ($pdo): void {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO t (b) VALUES ('kept')");
        $pdo->commit();
    }));
    echo "$name, commits: ", $pdo->query('SELECT count(*) FROM t')->fetchColumn(), " rows\n";
}
--EXPECT--
sqlite, returns: nothing, 0 rows, 1 connections, 1 idle, 0 active
sqlite, throws: LogicException: thrown, 0 rows, 1 connections, 1 idle, 0 active
sqlite, is cancelled: Async\AsyncCancellation: Coroutine cancelled, 0 rows, 1 connections, 1 idle, 0 active
sqlite, exits a function: nothing, 0 rows, 1 connections, 1 idle, 0 active
sqlite, commits: 1 rows
pgsql, returns: nothing, 0 rows, 1 connections, 1 idle, 0 active
pgsql, throws: LogicException: thrown, 0 rows, 1 connections, 1 idle, 0 active
pgsql, is cancelled: Async\AsyncCancellation: Coroutine cancelled, 0 rows, 1 connections, 1 idle, 0 active
pgsql, exits a function: nothing, 0 rows, 1 connections, 1 idle, 0 active
pgsql, commits: 1 rows
mysql, returns: nothing, 0 rows, 1 connections, 1 idle, 0 active
mysql, throws: LogicException: thrown, 0 rows, 1 connections, 1 idle, 0 active
mysql, is cancelled: Async\AsyncCancellation: Coroutine cancelled, 0 rows, 1 connections, 1 idle, 0 active
mysql, exits a function: nothing, 0 rows, 1 connections, 1 idle, 0 active
mysql, commits: 1 rows
