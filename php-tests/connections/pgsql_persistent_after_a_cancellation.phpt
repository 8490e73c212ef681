--TEST--
FW-2, CX-7: a persistent connection of pgsql that was cancelled in a query leaves no notice at the end of the request
--DESCRIPTION--
Rules: io CX-4, io CX-7
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
require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/child.php';

$server = PostgresServer::start();
$head = sprintf('<?php const SERVER = %s;', var_export($server->connection(), true)) . <<<'PHP'
    use function Async\{await, delay, spawn};
    // The server goes on with the query of a script that has ended: each has its own number in it.
    define('QUERY', 'SELECT ' . getmypid());
    $querying = spawn(fn() => pg_query(pg_pconnect(SERVER), QUERY . ', pg_sleep(100)'));
    $others = pg_connect(SERVER, PGSQL_CONNECT_FORCE_NEW);
    do {
        delay(1);
        $at_work = pg_query($others, "SELECT 1 FROM pg_stat_activity WHERE query LIKE '" . QUERY . ",%' AND wait_event = 'PgSleep'");
    } while (!pg_num_rows($at_work));

    PHP;
$ends = [
    'cancelled' => '$querying->cancel(); try { await($querying); } catch (Async\AsyncCancellation) { echo "cancelled"; }',
    'exit in a coroutine' => 'await(spawn(function () { exit("exit"); }));',
    'a fatal error' => '@trigger_error("fatal", E_USER_ERROR);',
    // What has another cause is told.
    'ended by the server' => <<<'PHP'
        ini_set('display_errors', 0);
        pg_query($others, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '" . QUERY . ",%'");
        await($querying);
        ini_set('display_errors', 1);
        PHP,
];
foreach ($ends as $title => $end) {
    $done = child_php("$head$end\n", ['extension' => shared_extensions('pgsql'), 'html_errors' => 0], seconds: 20);
    echo "-- $title\n", trim($done['out']), "\n";
}
?>
--EXPECTF--
-- cancelled
cancelled
-- exit in a coroutine
exit
-- a fatal error
Fatal error: fatal in %s on line %d
-- ended by the server
Notice: PHP Request Shutdown: Cannot set connection to blocking mode in Unknown on line 0
