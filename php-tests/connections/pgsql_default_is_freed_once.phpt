--TEST--
FW-2, DB-1: the connection that pgsql takes by default is freed once when several connects replace it while its freeing waits for an answer
--DESCRIPTION--
Rules: io FW-2, io DB-1
Order: independent
--EXTENSIONS--
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
require __DIR__ . '/../lib/watchdog.php';

$server = PostgresServer::start();
watchdog();
$open = fn() => pg_connect($server->connection(), PGSQL_CONNECT_FORCE_NEW);
$ask = fn($db) => (int) pg_fetch_result(pg_query($db, 'SELECT 1'), 0, 0);
for ($round = 0; $round < 3; $round++) {
    $db = $open();
    // Only the extension refers to it then; to free it is to wait for the rest of the answer.
    pg_send_query($db, 'SELECT pg_sleep(0.1)');
    unset($db);
    $coroutines = [];
    for ($i = 0; $i < 4; $i++) {
        $coroutines[] = spawn(fn() => $ask($open()));
    }
    echo implode(' ', array_map(await(...), $coroutines)), "\n";
}
// Closed, it is none any more; another one takes its place.
$db = $open();
pg_close($db);
$other = $open();
echo $ask($other), ' ', (int) @pg_ping(), "\n";
unset($db, $other);
echo await(spawn(fn() => $ask($open()))), "\n";
?>
--EXPECT--
1 1 1 1
1 1 1 1
1 1 1 1
1 1
1
