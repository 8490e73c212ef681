--TEST--
CX-5, FW-1: a connect or a query that is cancelled, at any moment, ends with the cancellation, not the library's exception, and no warning
--DESCRIPTION--
Rules: io CX-5, io FW-1, io CX-1, io CX-4, io DB-4
Order: dependent
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
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/slow_proxy.php';
require __DIR__ . '/../lib/watchdog.php';

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
watchdog();
$to_postgres = new SlowProxy($postgres->host, $postgres->port);
$to_maria = new SlowProxy($maria->host, $maria->port);

$pdo = fn(DatabaseServer $server, SlowProxy $proxy) =>
    new PDO(str_replace("port=$server->port", "port=$proxy->port", $server->dsn()), $server->user, '');
$calls = [
    'PDO pgsql' => [$to_postgres, fn() => $pdo($postgres, $to_postgres)->query("SELECT repeat('x', 200)")->fetch()],
    'pgsql' => [$to_postgres,
        fn() => pg_query(pg_connect(str_replace("port=$postgres->port", "port=$to_postgres->port", $postgres->connection()),
        PGSQL_CONNECT_FORCE_NEW), "SELECT repeat('x', 200)")],
    'PDO mysql' => [$to_maria, fn() => $pdo($maria, $to_maria)->query("SELECT REPEAT('x', 200)")->fetch()],
    'mysqli' => [$to_maria,
        fn() => (new mysqli($to_maria->host, $maria->user, '', 'mysql', $to_maria->port))->query("SELECT REPEAT('x', 200)")],
];
foreach ($calls as $name => [$proxy, $call]) {
    $outcomes = [];
    for ($moment = 0, $done = false; !$done; $moment++) {
        $tries = 0;
        $retrying = spawn(function () use ($call, &$tries) {
            // As programs do it.
            for ($i = 0; $i < 3; $i++) {
                try {
                    $tries++;
                    return (bool) $call();
                } catch (Exception $e) {
                    echo get_class($e), ': ', $e->getMessage(), "\n";
                }
            }
        });
        $end = $proxy->pieces + $moment;
        while ($proxy->pieces < $end && !$retrying->isCompleted()) {
            suspend();
        }
        $done = $retrying->isCompleted();
        $retrying->cancel();
        try {
            $outcomes[] = await($retrying) ? 'done' : 'nothing';
        } catch (Throwable $e) {
            $outcomes[] = get_class($e) . ($e->getPrevious() ? ' after ' . get_class($e->getPrevious()) : '');
        }
        if ($tries > 1) {
            echo "$name was tried again\n";
        }
    }
    echo "$name: ", implode(', ', array_unique($outcomes)), $moment > 8 ? '' : ", only $moment moments", "\n";
}
$to_postgres->stop();
$to_maria->stop();
--EXPECT--
PDO pgsql: Async\AsyncCancellation, done
pgsql: Async\AsyncCancellation, done
PDO mysql: Async\AsyncCancellation, done
mysqli: Async\AsyncCancellation, done
