--TEST--
io DB-6, LK-10: PHP 8.4 has one object of a persistent connection of ODBC while any is used, and opens it again when it broke
--DESCRIPTION--
Rules: io DB-6, io LK-10
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/odbc.php';
if ($why = odbc_missing()) die("skip $why");
if (PHP_VERSION_ID < 80400) die('skip connections are resources');
?>
--FILE--
<?php
require __DIR__ . '/../lib/odbc.php';

$server = PostgresServer::start();
echo with_odbc($server, 'require ' . var_export(__DIR__ . '/../lib/waits.php', true) . ';' . <<<'PHP'
    $open = fn() => odbc_pconnect($dsn, '', '');
    $number = fn($odbc) => odbc_result(odbc_exec($odbc, 'SELECT pg_backend_pid()'), 1);
    spawn(fn() => true);
    suspend();

    // PHP lists the first object of a request only, and forgets it when it is freed.
    $first = $number($open());
    [$one, $two] = [$open(), $open()];
    echo json_encode([$one === $two, $number($one) === $first, $number($two) === $first]), "\n";

    // Its results stay when other handles go.
    $result = odbc_exec($one, "SELECT 'kept'");
    $two = null;
    echo odbc_result($result, 1), "\n";

    // Handles that go while a call is under way.
    $calls = [];
    for ($i = 0; $i < 4; $i++) {
        $calls[] = spawn(function () use ($open, $i) {
            $odbc = $open();
            $answer = odbc_result(odbc_exec($odbc, "SELECT $i, pg_sleep(0.01)"), 1);
            $odbc = null;
            return $answer;
        });
    }
    echo implode(' ', array_map(await(...), $calls)), "\n";

    // Closed for all that have it.
    $three = $open();
    odbc_close($one);
    foreach ([$one, $three] as $closed) {
        try {
            odbc_exec($closed, 'SELECT 1');
        } catch (Error $error) {
            echo $error->getMessage(), "\n";
        }
    }
    $one = $three = null;
    $second = $number($open());
    echo json_encode($second !== $first), "\n";

    // The server ends the session: the next one asks, and gets another connection.
    $other = odbc_connect("$dsn;ApplicationName=other", '', '');
    odbc_exec($other, "SELECT pg_terminate_backend($second)");
    $odbc = $open();
    echo json_encode(@odbc_exec($odbc, 'SELECT 1')), ' ';
    $odbc = null;
    echo json_encode($number($open()) !== $second), "\n";
    PHP);
?>
--EXPECT--
[true,true,true]
kept
0 1 2 3
ODBC connection has already been closed
ODBC connection has already been closed
true
false true
