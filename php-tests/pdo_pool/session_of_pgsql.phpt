--TEST--
What a coroutine does to a session of PostgreSQL stays with it until it ends; then the connection is as new
--DESCRIPTION--
Rules: PP-31, PP-32, PP-33
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
$pdo = $database->pooled([PDO::ATTR_POOL_MAX => 1]);
$database->makeTable($pdo);
$pool = $pdo->getPool();
$state = "SELECT current_setting('application_name'), current_setting('search_path'), to_regclass('pg_temp.x'), pg_backend_pid(),
    (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'), (SELECT count(*) FROM pg_listening_channels()),
    (SELECT count(*) FROM pg_cursors WHERE name = 'c'), (SELECT count(*) FROM pg_prepared_statements WHERE name = 'p'),
    coalesce(current_setting('local.x', true), '')";
$look = fn() => json_encode($pdo->query($state)->fetch(PDO::FETCH_NUM));
$fresh = $look();

$changes = [
    'settings' => ["SET application_name = 'x'", "SET search_path = 'pg_catalog'"],
    'by a function' => ["SELECT set_config('application_name', 'y', false)"],
    'temporary table' => ['CREATE TEMP TABLE x (a INT)'],
    'lock' => ['SELECT pg_advisory_lock(5)'],
    'a quoted function' => ["SELECT \"set_config\"('application_name', 'y', false)"],
    'an escaped function' => ["SELECT U&\"set\\005fconfig\"('application_name', 'y', false)"],
    'a quoted lock' => ['SELECT pg_catalog . /* */ "pg_advisory_lock"(7)'],
    'by an update' => ["UPDATE pg_settings SET setting = 'y' WHERE name = 'application_name'"],
    'a comment that ends early' => ["SELECT 1 -- \r, set_config('application_name', 'y', false)"],
    'channel' => ['LISTEN news'],
    'cursor' => ['DECLARE c CURSOR WITH HOLD FOR SELECT 1'],
    'prepared by SQL' => ['PREPARE p AS SELECT 1'],
    'behind one for a transaction' => ["SET LOCAL lock_timeout = 1000; SET search_path = 'pg_catalog'; CREATE TEMP TABLE x (a INT)"],
    'a quoted setting' => ["SET \"application_name\" = 'x'"],
    'a setting by the name of local' => ["SET local.x = 'y'"],
    'for a transaction' => ["SET LOCAL application_name = 'z'"],
];
foreach ($changes as $what => $statements) {
    $stays = await(spawn(function () use ($pdo, $pool, $statements, $look, $fresh): string {
        foreach ($statements as $sql) {
            $pdo->exec($sql);
        }
        return $pool->activeCount() . ' pinned, ' . ($look() !== $fresh ? 'visible' : 'invisible');
    }));
    echo "$what: $stays; ", $look() === $fresh ? 'as new' : $look(), ', ', counts($pool), "\n";
}
--EXPECT--
settings: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
by a function: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
temporary table: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
lock: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
a quoted function: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
an escaped function: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
a quoted lock: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
by an update: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
a comment that ends early: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
channel: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
cursor: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
prepared by SQL: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
behind one for a transaction: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
a quoted setting: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
a setting by the name of local: 1 pinned, visible; as new, 1 connections, 1 idle, 0 active
for a transaction: 0 pinned, invisible; as new, 1 connections, 1 idle, 0 active
