--TEST--
io chapter 10: pgsql, PDO pgsql, mysqli, PDO mysql and SQLite come to the hooks
--DESCRIPTION--
Rules: io P-4, io DB-8
Order: dependent
--EXTENSIONS--
pgsql
pdo_pgsql
mysqli
pdo_mysql
pdo_sqlite
sqlite3
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--INI--
async.io_trace=1
--FILE--
<?php
use function Async\{await, spawn};

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/trace.php';

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
watchdog();

$libpq = ['connect', 'poll|__poll_chk', 'send', 'recv'];
expect_hits('pgsql', $libpq, fn() => pg_query(pg_connect($postgres->connection(), PGSQL_CONNECT_FORCE_NEW), 'SELECT 1'));
expect_hits('PDO pgsql', $libpq, fn() => (new PDO($postgres->dsn(), $postgres->user, ''))->query('SELECT 1'));
$mysqlnd = ['connect', 'poll|__poll_chk|recv', 'send', 'recv'];
$mysqli = fn() => new mysqli($maria->host, $maria->user, '', 'mysql', $maria->port);
expect_hits('mysqli', $mysqlnd, fn() => $mysqli()->query('SELECT 1'));
expect_hits('PDO mysql', $mysqlnd, fn() => (new PDO($maria->dsn(), $maria->user, ''))->query('SELECT 1'));
expect_hits('mysqli_poll', ['select|poll'], function () use ($mysqli) {
    $connection = $mysqli();
    $connection->query('SELECT 1', MYSQLI_ASYNC);
    [$read, $error, $reject] = [[$connection], [], []];
    while (!mysqli_poll($read, $error, $reject, 1)) {
        [$read, $error, $reject] = [[$connection], [], []];
    }
    $connection->reap_async_query();
});

// Of SQLite only what waits for a lock comes there.
$file = $postgres->dir() . '/sqlite.db';
$holder = new PDO("sqlite:$file");
$holder->exec('CREATE TABLE t (a)');
$opened = [
    'PDO sqlite' => fn() => new PDO("sqlite:$file", options: [PDO::ATTR_TIMEOUT => 60]),
    'SQLite3' => function () use ($file) {
        $db = new SQLite3($file);
        $db->busyTimeout(60_000);
        return $db;
    },
];
foreach ($opened as $name => $open) {
    $holder->exec('BEGIN IMMEDIATE');
    expect_hits($name, ['usleep|nanosleep'], function () use ($open, $holder) {
        $writing = spawn(fn() => $open()->exec('INSERT INTO t VALUES (1)'));
        Async\delay(10);
        $holder->exec('COMMIT');
        await($writing);
    });
}
?>
--EXPECT--
pgsql: hit
PDO pgsql: hit
mysqli: hit
PDO mysql: hit
mysqli_poll: hit
PDO sqlite: hit
SQLite3: hit
