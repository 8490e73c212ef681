--TEST--
CX-7, DB-4: the connection of a cancelled query answers its next question or fails, never the old one; one not in a question goes on
--DESCRIPTION--
Rules: io CX-7, io DB-4, io P-8, io DB-1
Order: dependent (where time is virtual the limit of a wait is over before the server answers)
--EXTENSIONS--
pdo_pgsql
pdo_mysql
mysqli
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/watchdog.php';

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
watchdog();

/** Cancels a call in the middle. */
function cancelled(Closure $call): string
{
    $coroutine = spawn($call);
    delay(10);
    $coroutine->cancel();
    try {
        await($coroutine);
        return 'done';
    } catch (Async\AsyncCancellation) {
        return 'cancelled';
    }
}

/** What a query gives. */
function outcome(Closure $call): string
{
    try {
        return json_encode($call());
    } catch (Exception $e) {
        return get_class($e);
    }
}

$db = pg_connect($postgres->connection());
echo 'pgsql: ', cancelled(fn() => pg_query($db, "SELECT 'of A', pg_sleep(0.3)"));
delay(350);
echo ', then ', outcome(fn() => ($r = @pg_query($db, "SELECT 'of B'")) ? pg_fetch_result($r, 0, 0) : $r);
echo ', status ', pg_connection_status($db) === PGSQL_CONNECTION_BAD ? 'bad' : 'ok';
var_dump(pg_connection_reset($db));
echo 'after a reset ', outcome(fn() => pg_fetch_result(pg_query($db, "SELECT 'of B'"), 0, 0)), "\n";

$db = new PDO($postgres->dsn(), $postgres->user, '');
echo 'PDO pgsql: ', cancelled(fn() => $db->query("SELECT 'of A', pg_sleep(0.3)"));
delay(350);
echo ', then ', outcome(fn() => $db->query("SELECT 'of B'")->fetchColumn()), "\n";

// Waiting for a notification is no question.
$db = new PDO($postgres->dsn(), $postgres->user, '');
$db->exec('LISTEN news');
echo 'notification: ', cancelled(fn() => $db->pgsqlGetNotify(PDO::FETCH_NUM, 10_000)), ', then ',
    outcome(fn() => $db->query("SELECT 'still there'")->fetchColumn());
$listener = spawn(fn() => $db->pgsqlGetNotify(PDO::FETCH_NUM, 10_000)[0]);
(new PDO($postgres->dsn(), $postgres->user, ''))->exec('NOTIFY news');
echo ', ', await($listener), "\n";

$db = new PDO($maria->dsn(), $maria->user, '');
echo 'PDO mysql: ', cancelled(fn() => $db->query("SELECT 'of A', SLEEP(0.3)"));
delay(350);
echo ', then ', outcome(fn() => @$db->query("SELECT 'of B'")->fetchColumn()), "\n";

$db = new mysqli($maria->host, $maria->user, '', 'mysql', $maria->port);
echo 'mysqli: ', cancelled(fn() => $db->query("SELECT 'of A', SLEEP(0.3)"));
delay(350);
echo ', then ', outcome(fn() => $db->query("SELECT 'of B'")->fetch_row()), ", error $db->errno\n";
--EXPECT--
pgsql: cancelled, then false, status badbool(true)
after a reset "of B"
PDO pgsql: cancelled, then PDOException
notification: cancelled, then "still there", news
PDO mysql: cancelled, then PDOException
mysqli: cancelled, then mysqli_sql_exception, error 2006
