--TEST--
A connection to sqlite with a temporary table or another database attached is used by no other coroutine
--DESCRIPTION--
Rules: PP-31, PP-33
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn};

$database = Database::start('sqlite');
$pdo = $database->pooled([PDO::ATTR_POOL_MAX => 1]);
$pool = $pdo->getPool();
foreach (['CREATE TEMP TABLE x (a)', "ATTACH ':memory:' AS x"] as $sql) {
    $look = fn() => $pdo->query("SELECT count(*) FROM (SELECT name FROM pragma_database_list WHERE name = 'x'
        UNION SELECT name FROM sqlite_temp_master WHERE name = 'x')")->fetchColumn();
    $stays = await(spawn(function () use ($pdo, $pool, $sql, $look): string {
        $pdo->exec($sql);
        return $pool->activeCount() . " pinned, {$look()} there";
    }));
    echo "$sql: $stays; ", counts($pool), "; {$look()} there\n";
}
--EXPECT--
CREATE TEMP TABLE x (a): 1 pinned, 1 there; 0 connections, 0 idle, 0 active; 0 there
ATTACH ':memory:' AS x: 1 pinned, 1 there; 0 connections, 0 idle, 0 active; 0 there
