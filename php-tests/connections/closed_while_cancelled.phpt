--TEST--
DB-9, CX-12: a query cancelled while its connection is being closed ends with the cancellation; the closing cannot be cancelled
--DESCRIPTION--
Rules: io DB-9, io CX-12, io CX-5
Order: independent
--EXTENSIONS--
mysqli
pgsql
sqlite3
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{await, current_coroutine, spawn, suspend};

require __DIR__ . '/../lib/database.php';
require_once __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/waits.php';

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
$dir = make_temporary_directory();
$number = 0;
$kinds = [
    'pgsql' => function () use ($postgres) {
        $db = pg_connect($postgres->connection(), PGSQL_CONNECT_FORCE_NEW);
        return [fn() => pg_query($db, 'SELECT pg_sleep(1000)'), fn() => pg_query($db, 'SELECT 1'), fn() => pg_close($db)];
    },
    'mysqli' => function () use ($maria) {
        $db = new mysqli($maria->host, $maria->user, '', 'mysql', $maria->port);
        return [fn() => $db->query('SELECT SLEEP(1000)'), fn() => $db->query('SELECT 1'), fn() => $db->close()];
    },
    'SQLite3' => function () use ($dir, &$number) {
        $file = "$dir/" . $number++;
        $locker = new SQLite3($file);
        $locker->exec('CREATE TABLE t (x)');
        $locker->exec('BEGIN IMMEDIATE');
        $db = new SQLite3($file);
        $db->busyTimeout(2_000_000);
        return [fn() => $db->exec('INSERT INTO t VALUES (1)'), fn() => $db->querySingle('SELECT 1'), fn() => $db->close(), $locker];
    },
];
$cancellation = fn(string $how) => str_starts_with($how, 'Async\AsyncCancellation');
foreach ($kinds as $kind => $open) {
    // The first in line is cancelled, and the one inside, before and after the closing has begun.
    foreach (['before', 'after'] as $when) {
        $calls = $open();
        $inside = ends($calls[0]);
        until_suspended($inside);
        $in_line = ends($calls[1]);
        until_in_line($in_line);
        $cancel = function () use ($inside, $in_line) {
            $inside->cancel();
            $in_line->cancel();
        };
        $when === 'before' && $cancel();
        $closing = spawn($calls[2]);
        if ($when === 'after') {
            // It has come to wait for the one inside, or has closed already.
            suspend();
            $cancel();
        }
        $closed = await($closing);
        $ends = [await($inside), await($in_line)];
        // The other way round it depends on which comes first.
        $right = $when === 'before' ? $ends === array_filter($ends, $cancellation) : !in_array('something', $ends, true);
        printf("%s, cancelled %s it was closed (%s): %s\n", $kind, $when, json_encode($closed), $right ? 'right' : implode(', ', $ends));
        unset($calls, $cancel);
    }
    // The closer is cancelled: it has closed nevertheless.
    $calls = $open();
    $inside = ends($calls[0]);
    until_suspended($inside);
    $after = 'was not reached';
    $begun = false;
    $main = current_coroutine();
    $closing = spawn(function () use ($calls, $main, &$after, &$begun) {
        $begun = true;
        $calls[2]();
        // It may have closed before the cancellation comes.
        await($main);
        $after = 'was reached';
    });
    while (!$begun) {
        suspend();
    }
    $closing->cancel();
    try {
        await($closing);
    } catch (Cancellation $e) {
        $after .= ', ' . $e::class;
    }
    await($inside);
    printf("%s: what follows the closing %s; the next call:\n  %s\n", $kind, $after, await(ends($calls[1])));
    unset($calls);
}
remove_tree($dir);
--EXPECT--
pgsql, cancelled before it was closed (true): right
pgsql, cancelled after it was closed (true): right
pgsql: what follows the closing was not reached, Async\AsyncCancellation; the next call:
  Error: PostgreSQL connection has already been closed
mysqli, cancelled before it was closed (true): right
mysqli, cancelled after it was closed (true): right
mysqli: what follows the closing was not reached, Async\AsyncCancellation; the next call:
  Error: mysqli object is already closed
SQLite3, cancelled before it was closed (true): right
SQLite3, cancelled after it was closed (true): right
SQLite3: what follows the closing was not reached, Async\AsyncCancellation; the next call:
  Error: The SQLite3 object has not been correctly initialised or is already closed
