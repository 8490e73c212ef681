--TEST--
DB-9, FW-2: closing a connection ends the call that waits for its server, then closes; a call that waits for its turn finds it closed
--DESCRIPTION--
Rules: io DB-9, io FW-2, io DB-5
Order: independent
--EXTENSIONS--
pgsql
mysqli
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

require __DIR__ . '/../lib/database.php';

/** `ask` waits for a long answer, `close` comes meanwhile. */
function closing(string $what, Closure $ask, Closure $close): void
{
    $log = [];
    $askers = [];
    foreach (['first', 'second'] as $name) {
        $askers[] = spawn(function () use ($ask, $name, &$log) {
            try {
                $log[] = $name . ($ask() === false ? ' failed' : ' got an answer');
            } catch (Throwable) {
                $log[] = "$name failed";
            }
        });
        delay(30);
    }
    $close();
    $log[] = 'closed';
    array_map(await(...), $askers);
    echo "$what: ", implode(', ', $log), "\n";
}

$server = PostgresServer::start();
$db = pg_connect($server->connection());
closing('pgsql', fn() => @pg_query($db, 'SELECT pg_sleep(30)'), fn() => pg_close($db));

$server = MariaDbServer::start();
$db = new mysqli($server->host, $server->user, '', '', $server->port);
closing('mysqli', fn() => $db->query('SELECT SLEEP(30)'), fn() => $db->close());
--EXPECT--
pgsql: first failed, closed, second failed
mysqli: first failed, closed, second failed
