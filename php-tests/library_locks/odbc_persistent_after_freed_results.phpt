--TEST--
io DB-6, LK-10: coroutines share a persistent connection of ODBC that PHP has put where results were before
--DESCRIPTION--
Rules: io DB-6, io LK-10, io FW-2
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
    $all = fn(callable $call, int $count) =>
        array_map(await(...), array_map(fn(int $number) => spawn($call, $number), range(0, $count - 1)));
    $query = fn(callable $connect) => function (int $number) use ($dsn, $connect) {
        $odbc = $connect($dsn, '', '');
        $result = @odbc_exec($odbc, "SELECT $number AS v, pg_sleep(0.01)");
        return $result ? odbc_result($result, 'v') : odbc_errormsg($odbc);
    };
    // Where PHP puts what is made depends on what was freed before.
    $answers = [];
    foreach ([3, 1, 4, 2, 3, 4, 1, 2, 3, 4, 2, 1] as $count) {
        $all($query('odbc_connect'), $count);
        $answers[] = implode(' ', $all($query('odbc_pconnect'), 4));
    }
    echo implode("\n", array_unique($answers)), "\n";

    // It asks the open connection whether it is well: not while a call is under way.
    $odbc = odbc_pconnect($dsn, '', '');
    $ended = [];
    $querying = spawn(function () use ($odbc, &$ended) {
        odbc_exec($odbc, 'SELECT pg_sleep(0.3)');
        $ended[] = 'query';
    });
    until_suspended($querying);
    $connecting = spawn(function () use ($dsn, &$ended) {
        odbc_pconnect($dsn, '', '');
        $ended[] = 'connection';
    });
    await($querying);
    await($connecting);
    echo implode(', ', $ended), "\n";
    PHP);
?>
--EXPECT--
0 1 2 3
query, connection
