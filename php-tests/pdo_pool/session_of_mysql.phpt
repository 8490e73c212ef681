--TEST--
What a coroutine does to a session of MySQL stays with it until it ends; then the connection is as new
--DESCRIPTION--
Rules: PP-31, PP-32, PP-33, PP-34
Order: independent
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('mysql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn};

$database = Database::start('mysql');
$admin = $database->plain();
$admin->exec('CREATE DATABASE other');
$admin->exec('SET lock_wait_timeout = 1');
$pdo = $database->pooled([
    PDO::ATTR_POOL_MAX => 1,
    PDO::MYSQL_ATTR_INIT_COMMAND => "SET @begun = 'yes', time_zone = '+03:00'",
], ';charset=utf8mb4');
$database->makeTable($pdo);
$pool = $pdo->getPool();
$state = "SELECT @a, @@sql_mode = @@global.sql_mode, @@time_zone, DATABASE(), @@character_set_client, @@character_set_connection,
    @@autocommit, @begun, IS_USED_LOCK('held'), IS_USED_LOCK('waited'),
    (SELECT count(*) FROM mysql.t)";
$look = fn() => json_encode($pdo->query($state)->fetch(PDO::FETCH_NUM));
// A statement with an @ keeps its connection until its coroutine ends.
$look_once = fn() => await(spawn($look));
$fresh = $look_once();
echo "$fresh\n";
$connection = $pdo->query('SELECT CONNECTION_ID()')->fetchColumn();

$changes = [
    'variable' => ["SET @a = 1"],
    'settings' => ["SET sql_mode = 'ANSI'", "SET time_zone = '+05:00'", 'SET autocommit = 0', 'SET NAMES latin1'],
    'default database' => ['USE other'],
    'lock' => ["SELECT GET_LOCK('held', 0)", "SELECT get_lock ('waited', 0)"],
    'temporary table' => ['CREATE TEMPORARY TABLE mysql.t (x INT)', 'INSERT INTO mysql.t VALUES (5)'],
    'table locks' => ['LOCK TABLES t WRITE'],
    'prepared by SQL' => ["PREPARE p FROM 'SELECT 1'"],
    'hidden in a comment' => ['/*!50000 SET @a = 2 */'],
    'behind another statement' => ['SELECT 1; SET @a = 3'],
];
foreach ($changes as $what => $statements) {
    $stays = await(spawn(function () use ($pdo, $pool, $statements, $look, $fresh): string {
        array_map(fn(string $sql) => $pdo->query($sql)->closeCursor(), $statements);
        return $pool->activeCount() . ' pinned, ' . ($look() !== $fresh ? 'visible' : 'invisible');
    }));
    $left = thrown(fn() => $pdo->exec('EXECUTE p')) === 'nothing' ? 'left' : 'gone';
    $now = $look_once();
    $admin->exec("UPDATE t SET b = 'y'");
    $same = $pdo->query('SELECT CONNECTION_ID()')->fetchColumn() === $connection;
    echo "$what: $stays; $left, ", $now === $fresh ? 'as new' : $now, ', ', $same ? 'same connection' : 'another connection', ', ',
        $pdo->query('SELECT count(*) FROM t')->fetchColumn(), ' rows, ', counts($pool), "\n";
}

// Everything else leaves the connection clean: no extra round trip.
$queries = fn() => (int) $admin->query("SHOW GLOBAL STATUS LIKE 'Questions'")->fetchColumn(1);
await(spawn(fn() => $pdo->exec("INSERT INTO t (b) VALUES ('SET USE LOCK')")));
$before = $queries();
for ($i = 0; $i < 5; $i++) {
    await(spawn(fn() => $pdo->exec("UPDATE t SET b = 'CALL ; DO'")));
}
echo 'clean: ', $queries() - $before - 1, " statements for 5\n";

// Without a default database.
$dsn = preg_replace('/dbname=\\w+/', '', $database->dsn);
$pdo = new PDO($dsn, $database->user, '', [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$connection = $pdo->query('SELECT CONNECTION_ID()')->fetchColumn();
await(spawn(fn() => $pdo->exec('USE other')));
echo 'no database: ', json_encode($pdo->query("SELECT DATABASE(), CONNECTION_ID() = $connection")->fetch(PDO::FETCH_NUM)), "\n";
--EXPECT--
[null,1,"+03:00","mysql","utf8mb4","utf8mb4",1,"yes",null,null,0]
variable: 1 pinned, visible; gone, as new, same connection, 0 rows, 1 connections, 1 idle, 0 active
settings: 1 pinned, visible; gone, as new, same connection, 0 rows, 1 connections, 1 idle, 0 active
default database: 1 pinned, visible; gone, as new, same connection, 0 rows, 1 connections, 1 idle, 0 active
lock: 1 pinned, visible; gone, as new, same connection, 0 rows, 1 connections, 1 idle, 0 active
temporary table: 1 pinned, visible; gone, as new, same connection, 0 rows, 1 connections, 1 idle, 0 active
table locks: 1 pinned, invisible; gone, as new, same connection, 0 rows, 1 connections, 1 idle, 0 active
prepared by SQL: 1 pinned, invisible; gone, as new, same connection, 0 rows, 1 connections, 1 idle, 0 active
hidden in a comment: 1 pinned, visible; gone, as new, same connection, 0 rows, 1 connections, 1 idle, 0 active
behind another statement: 1 pinned, visible; gone, as new, same connection, 0 rows, 1 connections, 1 idle, 0 active
clean: 5 statements for 5
no database: [null,1]
