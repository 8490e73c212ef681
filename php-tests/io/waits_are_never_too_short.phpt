--TEST--
W-7: a time limit that begins after a long computation is not shortened by it
--DESCRIPTION--
Rules: io W-7, io SEL-2, io SL-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

/** Computes for longer than the wait that follows: the loop's idea of the time is old then. */
function measure(callable $wait): bool
{
    $end = hrtime(true) + 15_000_000;
    for ($n = 0; hrtime(true) < $end && $n < 2_000_000; $n++);
    $begin = hrtime(true);
    $wait();
    return hrtime(true) - $begin >= 5_000_000;
}

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_timeout($b, 0, 5_000);
foreach ([
    'usleep' => fn() => usleep(5_000),
    'time_nanosleep' => fn() => time_nanosleep(0, 5_000_000),
    'stream_select' => function () use ($a) { $r = [$a]; $w = $e = null; stream_select($r, $w, $e, 0, 5_000); },
    'fread' => fn() => fread($b, 10),
] as $name => $wait) {
    echo $name, ' ', json_encode(await(spawn(measure(...), $wait))), "\n";
}
?>
--EXPECT--
usleep true
time_nanosleep true
stream_select true
fread true
