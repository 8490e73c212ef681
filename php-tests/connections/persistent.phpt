--TEST--
DB-6: coroutines that ask for the same persistent connection share it, one at a time; one that died is given up, not freed under its users
--DESCRIPTION--
Rules: io DB-6, io FW-2, io DB-9
Order: independent
--EXTENSIONS--
pdo_pgsql
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/database.php';

$server = PostgresServer::start();
$persistent = fn(bool|string $name = true) => new PDO($server->dsn(), $server->user, '', [PDO::ATTR_PERSISTENT => $name]);
$ask = fn(PDO $db, int $i) => $db->query("SELECT $i, pg_backend_pid(), pg_sleep(0.02)")->fetch(PDO::FETCH_NUM);
$in_coroutines = fn(Closure $body) => array_map(await(...), array_map(fn(int $i) => spawn($body, $i), range(0, 4)));
$show = fn(string $what, array $rows) => printf("%s: answers %s, %d server process(es)\n", $what, implode(' ', array_column($rows, 0)),
    count(array_unique(array_column($rows, 1))));

$show('PDO', $in_coroutines(fn(int $i) => $ask($persistent(), $i)));
$show('PDO, again', $in_coroutines(fn(int $i) => $ask($persistent(), $i)));
$show('PDO, two names', $in_coroutines(fn(int $i) => $ask($persistent($i % 2 ? 'odd' : 'even'), $i)));
$show('pg_pconnect', $in_coroutines(function (int $i) use ($server) {
    $db = pg_pconnect($server->connection());
    $row = pg_fetch_row(pg_query($db, "SELECT $i, pg_backend_pid(), pg_sleep(0.02)"));
    return $row;
}));

// The server ends the connection while several objects have it.
$kept = [$persistent(), $persistent()];
$pid = $ask($kept[0], 0)[1];
(new PDO($server->dsn(), $server->user, ''))->query("SELECT pg_terminate_backend($pid)");
// After a failed send libpq may leave the last of the server's message unread, and the connection still counts as good.
do {
    try {
        $ask($kept[0], 0);
        echo "still there\n";
    } catch (PDOException) {
    }
} while ($kept[0]->getAttribute(PDO::ATTR_CONNECTION_STATUS) !== 'Bad connection.');
echo "ended\n";
$rows = $in_coroutines(fn(int $i) => $ask($persistent(), $i));
$show('PDO, after its end', $rows);
var_dump($rows[0][1] !== $pid);
foreach ($kept as $i => $db) {
    try {
        echo "$i: ", json_encode($ask($db, 0)[1] !== $pid), "\n";
    } catch (PDOException) {
        echo "$i: true\n";
    }
}
unset($db, $kept);
$show('PDO, without the old users', $in_coroutines(fn(int $i) => $ask($persistent(), $i)));
--EXPECT--
PDO: answers 0 1 2 3 4, 1 server process(es)
PDO, again: answers 0 1 2 3 4, 1 server process(es)
PDO, two names: answers 0 1 2 3 4, 2 server process(es)
pg_pconnect: answers 0 1 2 3 4, 1 server process(es)
ended
PDO, after its end: answers 0 1 2 3 4, 1 server process(es)
bool(true)
0: true
1: true
PDO, without the old users: answers 0 1 2 3 4, 1 server process(es)
