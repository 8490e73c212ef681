--TEST--
DB-9: closing a connection ends the call that waits in it with the library's ordinary failure; one in line finds it closed
--DESCRIPTION--
Rules: io DB-9, io FW-2
Order: independent
--EXTENSIONS--
mysqli
pgsql
sqlite3
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\await;

require __DIR__ . '/../lib/database.php';
require_once __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/waits.php';

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
$dir = make_temporary_directory();
$locked = function (string $name) use ($dir) {
    $locker = new SQLite3("$dir/$name");
    $locker->exec('CREATE TABLE t (x)');
    $locker->exec('BEGIN IMMEDIATE');
    $db = new SQLite3("$dir/$name");
    $db->busyTimeout(2_000_000);
    return [$db, $locker];
};

// Nothing but closing ends what the first call waits for.
$kinds = [
    'pg_connect' => function () use ($postgres) {
        $db = pg_connect($postgres->connection(), PGSQL_CONNECT_FORCE_NEW);
        return [fn() => pg_query($db, 'SELECT pg_sleep(1000)'), fn() => pg_query($db, 'SELECT 1'), fn() => pg_close($db)];
    },
    'asynchronous' => function () use ($postgres) {
        $db = pg_connect($postgres->connection(), PGSQL_CONNECT_FORCE_NEW);
        pg_send_query($db, 'SELECT pg_sleep(1000)');
        return [
            fn() => pg_result_status(pg_get_result($db)) === PGSQL_TUPLES_OK, fn() => pg_query($db, 'SELECT 1'),
            fn() => pg_close($db),
        ];
    },
    'mysqli' => function () use ($maria) {
        $db = new mysqli($maria->host, $maria->user, '', 'mysql', $maria->port);
        return [fn() => $db->query('SELECT SLEEP(1000)'), fn() => $db->query('SELECT 1'), fn() => $db->close()];
    },
    'procedural' => function () use ($maria) {
        mysqli_report(MYSQLI_REPORT_OFF);
        $db = mysqli_connect($maria->host, $maria->user, '', 'mysql', $maria->port);
        return [fn() => mysqli_query($db, 'SELECT SLEEP(1000)'), fn() => mysqli_query($db, 'SELECT 1'), fn() => mysqli_close($db)];
    },
    'statement' => function () use ($maria) {
        mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
        $db = new mysqli($maria->host, $maria->user, '', 'mysql', $maria->port);
        $statement = $db->prepare('SELECT SLEEP(1000)');
        return [fn() => $statement->execute(), fn() => $db->query('SELECT 1'), fn() => $db->close()];
    },
    'unbuffered' => function () use ($maria) {
        $db = new mysqli($maria->host, $maria->user, '', 'mysql', $maria->port);
        // More than the server's buffer holds before it sleeps.
        $result = $db->query("SELECT REPEAT('x', 60000), SLEEP(seq DIV 3 * 1000) FROM seq_1_to_4", MYSQLI_USE_RESULT);
        // Between two rows others may come in.
        $result->fetch_row();
        $result->fetch_row();
        return [
            function () use ($result) {
                foreach ($result as $row);
                return $row;
            },
            fn() => $db->query('SELECT 1'),
            fn() => $db->close(),
        ];
    },
    'SQLite3' => function () use ($locked) {
        [$db, $locker] = $locked('a');
        return [fn() => $db->exec('INSERT INTO t VALUES (1)'), fn() => $db->querySingle('SELECT 1'), fn() => $db->close(), $locker];
    },
    'SQLite3 statement' => function () use ($locked) {
        [$db, $locker] = $locked('b');
        $statement = $db->prepare('INSERT INTO t VALUES (1)');
        return [fn() => $statement->execute(), fn() => $db->querySingle('SELECT 1'), fn() => $db->close(), $locker];
    },
];
foreach ($kinds as $kind => $open) {
    $calls = $open();
    $first = ends($calls[0]);
    until_suspended($first);
    $second = ends($calls[1]);
    until_in_line($second);
    printf("%s: closed %s\n  waiting: %s\n  in line: %s\n", $kind, json_encode($calls[2]()), await($first), await($second));
    unset($calls);
}
remove_tree($dir);
--EXPECT--
pg_connect: closed true
  waiting: false
  in line: Error: PostgreSQL connection has already been closed
asynchronous: closed true
  waiting: false
  in line: Error: PostgreSQL connection has already been closed
mysqli: closed true
  waiting: mysqli_sql_exception: MySQL server has gone away
  in line: Error: mysqli object is already closed
procedural: closed true
  waiting: false
  in line: Error: mysqli object is already closed
statement: closed true
  waiting: mysqli_sql_exception: MySQL server has gone away
  in line: Error: mysqli object is already closed
unbuffered: closed true
  waiting: mysqli_sql_exception: MySQL server has gone away
  in line: Error: mysqli object is already closed
SQLite3: closed true
  waiting: false
  in line: Error: The SQLite3 object has not been correctly initialised or is already closed
SQLite3 statement: closed true
  waiting: false
  in line: Error: The SQLite3 object has not been correctly initialised or is already closed
