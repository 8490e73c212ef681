--TEST--
A child process of a script with a pool leaves the connections of its parent alone if it ends without a word
--DESCRIPTION--
Rules: PP-12
Order: dependent
--EXTENSIONS--
pcntl
posix
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
    $database = Database::start($name);
    $pdo = $database->pooled([PDO::ATTR_POOL_MIN => 2]);
    $database->makeTable($pdo);
    await(spawn(fn() => $pdo->query('SELECT 1')->fetchAll()));
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t (b) VALUES ('kept')");
    $pid = pcntl_fork();
    if ($pid === 0) {
        echo "$name: child\n";
        // As everywhere where connections are inherited: destructors would say good-bye to the server.
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_waitpid($pid, $status);
    $pdo->commit();
    echo $pdo->query('SELECT b FROM t')->fetchColumn(), ', ', counts($pdo->getPool()), "\n";
}
--EXPECT--
pgsql: child
kept, 2 connections, 2 idle, 0 active
mysql: child
kept, 2 connections, 2 idle, 0 active
