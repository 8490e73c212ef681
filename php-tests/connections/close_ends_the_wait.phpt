--TEST--
DB-9, FW-2: closing a connection ends the call that waits for its server, then closes; who waits for a turn fails as well
--DESCRIPTION--
Rules: io DB-9, io FW-2, io DB-5
Order: independent
--EXTENSIONS--
pgsql
mysqli
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/services.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing() ?? missing_for('redis', 'redis-server')) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/services.php';

/** `ask` waits for a long answer, `close` comes meanwhile. */
function closing(string $what, Closure $ask, Closure $close): void
{
    $log = [];
    $askers = [];
    foreach (['first', 'second'] as $name) {
        $askers[] = spawn(function () use ($ask, $name, &$log) {
            try {
                $log[] = $name . ($ask() === false ? ' failed' : ' got an answer');
            } catch (Exception) {
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

echo child_with('redis', start_redis(), preg_replace('~^.*?(?=/\*\* `ask)~s', '', strstr(file_get_contents(__FILE__), '$server = Postgres', true)) . <<<'PHP'
    $redis = new Redis;
    $redis->connect($host, $port);
    closing('redis', fn() => $redis->rawCommand('BLPOP', 'nothing', '30'), fn() => $redis->close());
    PHP);
--EXPECT--
pgsql: first failed, second failed, closed
mysqli: first failed, second failed, closed
redis: first failed, second failed, closed
