--TEST--
CX-10: a call that the loop has found ready before its coroutine is cancelled completes; the cancellation hits at the next wait
--DESCRIPTION--
Rules: io CX-10, core CN-6
Order: dependent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, delay, protect, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

function pair(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}

function socket_pair(): array
{
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    return $pair;
}

/**
 * Two coroutines wait in the call for data that come at once: the one that goes on first cancels the other, which is ready, too.
 * Prints what the other one's call has returned, and what its next wait did.
 */
function race(string $name, callable $pair, callable $write, callable $call, ?callable $after = null): void
{
    $after ??= function (): string {
        try {
            delay(1);
        } catch (Async\AsyncCancellation $e) {
            return 'then ' . $e->getMessage();
        }
        return 'not cancelled';
    };
    $pairs = [$pair(), $pair()];
    $coroutines = [];
    $first = null;
    foreach ($pairs as $number => [$end]) {
        $coroutines[$number] = spawn(function () use ($number, $end, $call, $after, &$coroutines, &$first) {
            try {
                $got = $call($end);
            } catch (Async\AsyncCancellation $e) {
                return 'cancelled in the call';
            }
            if ($first === null) {
                $first = $number;
                $coroutines[1 - $number]->cancel(new Async\AsyncCancellation('stop'));
                return null;
            }
            return json_encode($got) . ', ' . json_encode($coroutines[$number]->isCancellationRequested()) . ', ' . $after($end);
        });
    }
    suspend();
    suspend();
    foreach ($pairs as [, $end]) {
        $write($end);
    }
    while ($first === null) {
        suspend();
    }
    $second = $coroutines[1 - $first];
    echo "$name: ";
    try {
        echo await($second), "\n";
    } catch (Async\AsyncCancellation $e) {
        echo $second->getResult(), ', ', $e->getMessage(), ', ', json_encode($second->isCancelled()), "\n";
    }
}

$write = fn($end) => fwrite($end, 'data');
race('fread', pair(...), $write, fn($end) => fread($end, 4));
race('fgets', pair(...), fn($end) => fwrite($end, "line\n"), fn($end) => fgets($end));
race('stream_select', pair(...), $write, function ($end) {
    $read = [$end];
    $none = [];
    return stream_select($read, $none, $none, 5);
});
$send = fn($end) => socket_write($end, 'data');
race('socket_recv', socket_pair(...), $send, function ($end) {
    socket_recv($end, $bytes, 4, 0);
    return $bytes;
});
race('more is needed', pair(...), $write, fn($end) => fread($end, 4), function ($end) {
    try {
        fread($end, 4);
    } catch (Async\AsyncCancellation $e) {
        return 'then ' . $e->getMessage();
    }
});
race('no wait any more', pair(...), $write, fn($end) => fread($end, 4), fn() => 'returned');
race('in protect()', pair(...), $write, fn($end) => fread($end, 4), function () {
    try {
        protect(function () {
            delay(1);
            echo 'waits, ';
        });
    } catch (Async\AsyncCancellation $e) {
        return 'then ' . $e->getMessage();
    }
    return 'not cancelled';
});

// Cancelled before the loop could see anything: the data stay.
[$a, $b] = pair();
$c = spawn(function () use ($a) {
    try {
        return fread($a, 4);
    } catch (Async\AsyncCancellation) {
        return 'cancelled in the call, then ' . fread($a, 4);
    }
});
suspend();
suspend();
fwrite($b, 'data');
$c->cancel();
echo 'cancelled first: ', await($c), "\n";
?>
--EXPECT--
fread: "data", true, then stop
fgets: "line\n", true, then stop
stream_select: 1, true, then stop
socket_recv: "data", true, then stop
more is needed: "data", true, then stop
no wait any more: "data", true, returned, stop, true
in protect(): waits, "data", true, then stop
cancelled first: cancelled in the call, then data
