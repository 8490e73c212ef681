--TEST--
DB-7: PostgreSQL's statement_timeout and lock_timeout end the query that they limit, and no other; the connection stays usable
--DESCRIPTION--
Rules: io DB-7, io DB-3
Order: independent
--EXTENSIONS--
pgsql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/watchdog.php';

$server = PostgresServer::start();
watchdog(60);
$pdo = function () use ($server) {
    return new PDO($server->dsn(), $server->user, '', [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
};
$by_pdo = function (string $set, string $sql) use ($pdo) {
    $db = $pdo();
    $db->exec($set);
    try {
        $result = $db->query($sql)->fetchColumn();
    } catch (PDOException $e) {
        $result = [$e->getCode(), preg_replace('~^.*ERROR:\s+|\n.*~s', '', $e->getMessage())];
    }
    return [$result, $db->query('SELECT 7')->fetchColumn()];
};
$by_pgsql = function (string $set, string $sql) use ($server) {
    $db = pg_connect($server->connection(), PGSQL_CONNECT_FORCE_NEW);
    pg_query($db, $set);
    pg_send_query($db, $sql);
    $result = pg_get_result($db);
    $code = pg_result_error_field($result, PGSQL_DIAG_SQLSTATE);
    $result = $code === null ? pg_fetch_result($result, 0, 0) : [$code, pg_result_error_field($result, PGSQL_DIAG_MESSAGE_PRIMARY)];
    while (pg_get_result($db)) {
    }
    return [$result, pg_fetch_result(pg_query($db, 'SELECT 7'), 0, 0)];
};
$blocking = fn(string $set, string $sql) => [@pg_query($db = pg_connect($server->connection() . " options='-c statement_timeout=100'",
    PGSQL_CONNECT_FORCE_NEW), $sql), preg_replace('~\s+~', ' ', pg_last_error($db)), pg_fetch_result(pg_query($db, 'SELECT 7'), 0, 0)];

$holder = $pdo();
$holder->exec('CREATE TABLE t (value INTEGER)');
$holder->beginTransaction();
$holder->exec('LOCK TABLE t');
$cases = [
    'statement' => ['SET statement_timeout = 100', 'SELECT pg_sleep(50)'],
    'lock' => ['SET lock_timeout = 100', 'SELECT count(*) FROM t'],
];
$turns = 0;
$others = spawn(function () use (&$turns) {
    for (;; $turns++) {
        suspend();
    }
});
// The same statement without a limit, and one with a longer one, are not ended.
$longer = spawn($by_pdo, 'SET statement_timeout = 100000', "SELECT 'done' FROM pg_sleep(0.3)");
$unlimited = spawn($by_pgsql, 'SET statement_timeout = 0', "SELECT 'done' FROM pg_sleep(0.3)");
$coroutines = [];
foreach ($cases as $name => $case) {
    $coroutines["$name, PDO"] = spawn($by_pdo, ...$case);
    $coroutines["$name, pgsql"] = spawn($by_pgsql, ...$case);
}
$coroutines['pg_query'] = spawn($blocking, ...$cases['statement']);
foreach ($coroutines as $name => $c) {
    echo "$name: ", json_encode(await($c)), "\n";
}
echo json_encode([await($longer), await($unlimited)]), "\n";
$others->cancel();
var_dump($turns > 10);
?>
--EXPECT--
statement, PDO: [["57014","canceling statement due to statement timeout"],7]
statement, pgsql: [["57014","canceling statement due to statement timeout"],"7"]
lock, PDO: [["55P03","canceling statement due to lock timeout"],7]
lock, pgsql: [["55P03","canceling statement due to lock timeout"],"7"]
pg_query: [false,"ERROR: canceling statement due to statement timeout","7"]
[["done",7],["done","7"]]
bool(true)
