--TEST--
A statement belongs to the connection it was made on, wherever it is used and destroyed
--DESCRIPTION--
Rules: PP-15
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

use function Async\{await, spawn};

// All before the first use of the API: servers do not live in simulated time.
foreach (array_map(Database::start(...), ['sqlite', 'pgsql', 'mysql']) as $database) {
    $name = $database->name;
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_EMULATE_PREPARES => false]);
    $database->makeTable($pdo);
    $coroutine = spawn(function () use ($pdo): PDOStatement {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO t (a, b) VALUES (7, 'seven')");
        return $pdo->prepare('SELECT b FROM t WHERE a = ?');
    });
    $statement = await($coroutine);
    unset($coroutine);
    echo "$name: ", counts($pdo->getPool()), "\n";
    await(spawn(function () use ($statement, $pdo): void {
        $statement->execute([7]);
        echo 'the statement sees ', var_export($statement->fetchColumn(), true), ', the coroutine sees ',
            $pdo->query('SELECT count(*) FROM t')->fetchColumn(), " rows\n";
    }));
    $statement->closeCursor();
    unset($statement);
    echo 'destroyed: ', counts($pdo->getPool()), ', ', $pdo->query('SELECT count(*) FROM t')->fetchColumn(), " rows\n";

    // The same in the hands of another one while its coroutine goes on.
    $channel = new Async\Channel(1);
    $maker = spawn(function () use ($pdo, $channel): void {
        $channel->send($pdo->query('SELECT 5'));
        Async\suspend();
        echo 'maker has ', counts($pdo->getPool()), "\n";
    });
    $statement = $channel->recv();
    await($maker);
    echo $statement->fetchColumn(), ', ', counts($pdo->getPool()), "\n";
    unset($statement);
    echo counts($pdo->getPool()), "\n";
}
--EXPECT--
sqlite: 1 connections, 0 idle, 1 active
the statement sees 'seven', the coroutine sees 0 rows
destroyed: 2 connections, 2 idle, 0 active, 0 rows
maker has 2 connections, 1 idle, 1 active
5, 2 connections, 1 idle, 1 active
2 connections, 2 idle, 0 active
pgsql: 1 connections, 0 idle, 1 active
the statement sees 'seven', the coroutine sees 0 rows
destroyed: 2 connections, 2 idle, 0 active, 0 rows
maker has 2 connections, 1 idle, 1 active
5, 2 connections, 1 idle, 1 active
2 connections, 2 idle, 0 active
mysql: 1 connections, 0 idle, 1 active
the statement sees 'seven', the coroutine sees 0 rows
destroyed: 2 connections, 2 idle, 0 active, 0 rows
maker has 2 connections, 1 idle, 1 active
5, 2 connections, 1 idle, 1 active
2 connections, 2 idle, 0 active
