--TEST--
Credentials that a server does not take show up at the first use, as the exception of the driver
--DESCRIPTION--
Rules: PP-4
Order: independent
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

// All before the first use of the API: servers do not live in simulated time.
foreach (array_map(Database::start(...), ['pgsql', 'mysql']) as $database) {
    $name = $database->name;
    $pdo = new PDO($database->dsn, 'nobody_i_know', 'x', [PDO::ATTR_POOL_ENABLED => true]);
    $plain = thrown(fn() => new PDO($database->dsn, 'nobody_i_know', 'x'));
    echo "$name: ", counts($pdo->getPool()), "\n";
    foreach ([fn() => $pdo->query('SELECT 1'), fn() => $pdo->quote('x')] as $call) {
        var_dump(await(spawn(fn() => thrown($call))) === $plain);
    }
    echo 'later: ', counts($pdo->getPool()), "\n";
}
--EXPECT--
pgsql: 0 connections, 0 idle, 0 active
bool(true)
bool(true)
later: 0 connections, 0 idle, 0 active
mysql: 0 connections, 0 idle, 0 active
bool(true)
bool(true)
later: 0 connections, 0 idle, 0 active
