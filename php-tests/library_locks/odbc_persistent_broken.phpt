--TEST--
io CX-7, LK-10: a persistent connection of ODBC that broke is opened again; handles of the broken one are closed
--DESCRIPTION--
Rules: io CX-7, io LK-10
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/odbc.php';
if ($why = odbc_missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/odbc.php';

$server = PostgresServer::start();
echo with_odbc($server, 'require ' . var_export(__DIR__ . '/../lib/waits.php', true) . ';' . <<<'PHP'
    $open = fn() => odbc_pconnect($dsn, '', '');
    $ask = fn($odbc, $number) => odbc_result(odbc_exec($odbc, "SELECT $number"), 1);
    $closed = fn(string $end) => str_starts_with($end, 'TypeError: ') || str_starts_with($end, 'Error: ') ? 'closed' : $end;
    [$odbc, $another] = [$open(), $open()];
    $result = odbc_exec($odbc, 'SELECT 1');
    $querying = ends(fn() => odbc_exec($odbc, 'SELECT pg_sleep(1000)'));
    until_suspended($querying);
    $querying->cancel();
    echo await($querying), "\n";

    $asking = array_map(fn($number) => spawn(fn() => $ask($open(), $number)), range(1, 4));
    echo implode(' ', array_map(await(...), $asking)), "\n";
    $uses = [fn() => odbc_exec($odbc, 'SELECT 1'), fn() => odbc_exec($another, 'SELECT 1'), fn() => odbc_result($result, 1)];
    foreach ($uses as $use) {
        echo $closed(await(ends($use))), ' ';
    }
    $odbc = $another = $result = null;
    echo $ask($open(), 5), "\n";
    PHP);
?>
--EXPECT--
Async\AsyncCancellation: Coroutine cancelled
1 2 3 4
closed closed closed 5
