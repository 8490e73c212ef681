--TEST--
A connection of PostgreSQL that was ended while it was idle is replaced before a query fails
--DESCRIPTION--
Rules: PP-28
Order: independent
--EXTENSIONS--
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn};

$database = Database::start('pgsql');
$admin = $database->plain();
$pdo = $database->pooled([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_STMT_CACHE_SIZE => 5, PDO::ATTR_EMULATE_PREPARES => false]);
$ask = function () use ($pdo, $database): int {
    $statement = $pdo->prepare("SELECT {$database->id()}");
    $statement->execute();
    return (int) $statement->fetchColumn();
};
$seen = [];
for ($i = 0; $i < 3; $i++) {
    $seen[] = $id = await(spawn($ask));
    $database->kill($admin, $id);
}
echo count(array_unique($seen)), ' connections, ', counts($pdo->getPool()), "\n";
--EXPECT--
3 connections, 1 connections, 1 idle, 0 active
