--TEST--
io DB-9, LK-10: closing a connection of ODBC, or all, ends the calls that wait on it; one in a handler of its warnings is waited for
--DESCRIPTION--
Rules: io DB-9, io LK-10, io FW-2
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
    // Nothing but closing ends it.
    const LONG = 'SELECT pg_sleep(1000)';
    $waits = function ($odbc) {
        until_suspended($call = ends(fn() => @odbc_exec($odbc, LONG)));
        return $call;
    };
    $in_line = function ($odbc) {
        until_in_line($call = ends(fn() => (bool) odbc_exec($odbc, 'SELECT 1')));
        return $call;
    };
    $closed = fn(string $end) => str_starts_with($end, 'TypeError: ') || str_starts_with($end, 'Error: ') ? 'closed' : $end;

    foreach (['odbc_connect', 'odbc_pconnect'] as $connect) {
        $odbc = $connect($dsn, '', '');
        $prepared = odbc_prepare($odbc, 'SELECT 1');
        [$first, $second] = [$waits($odbc), $in_line($odbc)];
        odbc_close($odbc);
        echo "$connect: ", await($first), ', in line: ', $closed(await($second)), ', its result: ',
            $closed(await(ends(fn() => odbc_execute($prepared)))), "\n";
    }

    $shared = [odbc_pconnect($dsn, '', ''), odbc_pconnect($dsn, '', '')];
    $first = $waits($shared[0]);
    odbc_close($shared[1]);
    $new = odbc_pconnect($dsn, '', '');
    echo 'another handle of it: ', await($first), ', a new one: ', odbc_result(odbc_exec($new, 'SELECT 5'), 1), "\n";

    $all = [odbc_connect($dsn, '', ''), odbc_connect("$dsn;ApplicationName=2", '', ''), $new];
    $calls = array_map($waits, $all);
    $second = $in_line($all[0]);
    odbc_close_all();
    echo 'all: ', implode(' ', array_map(await(...), $calls)), ', in line: ', $closed(await($second)), "\n";

    $odbc = odbc_connect($dsn, '', '');
    [$inside, $order] = [false, []];
    $failing = spawn(function () use ($odbc, &$inside, &$order) {
        set_error_handler(function () use (&$inside, &$order) {
            $inside = true;
            delay(5);
            $order[] = 'handler';
        });
        odbc_exec($odbc, 'nonsense');
        restore_error_handler();
        $order[] = 'failed';
    });
    while (!$inside) {
        suspend();
    }
    odbc_close($odbc);
    $order[] = 'closed';
    await($failing);
    echo implode(', ', $order), "\n";

    $odbc = odbc_connect($dsn, '', '');
    $inside = $may_go = false;
    $failing = spawn(function () use ($odbc, &$inside, &$may_go) {
        set_error_handler(function () use (&$inside, &$may_go) {
            $inside = true;
            while (!$may_go) {
                suspend();
            }
        });
        odbc_exec($odbc, 'nonsense');
        restore_error_handler();
    });
    while (!$inside) {
        suspend();
    }
    $closing = spawn(function () use ($odbc) {
        odbc_close($odbc);
        echo 'not reached';
    });
    until_suspended($closing);
    $closing->cancel();
    $may_go = true;
    echo 'cancelled: ', await(ends(fn() => await($closing))), ', ';
    await($failing);
    echo $closed(await(ends(fn() => odbc_exec($odbc, 'SELECT 1')))), "\n";
    PHP);
?>
--EXPECT--
odbc_connect: false, in line: closed, its result: closed
odbc_pconnect: false, in line: closed, its result: closed
another handle of it: false, a new one: 5
all: false false false, in line: closed
handler, failed, closed
cancelled: Async\AsyncCancellation: Coroutine cancelled, closed
