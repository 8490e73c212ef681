<?php
use function Async\{await, delay, spawn, suspend};

function stream_pair(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}

/** What the next wait does. */
function next_wait(): string
{
    try {
        delay(1);
    } catch (Async\AsyncCancellation $e) {
        return 'then ' . $e->getMessage();
    }
    return 'not cancelled';
}

/**
 * Two coroutines wait in $call(its end of a pair) for what $provide(the other ends) brings at once: the one that goes on first
 * cancels the other by $cancel(coroutine), when that is ready, too. Prints what the call of the other one has returned, and what
 * $after(its end, its coroutine) says then.
 */
function ready_race(
    string $name,
    callable $call,
    ?callable $after = null,
    ?callable $cancel = null,
    ?callable $pair = null,
    ?callable $provide = null,
    ?callable $spawn = null,
): void {
    $after ??= next_wait(...);
    $cancel ??= fn($coroutine) => $coroutine->cancel(new Async\AsyncCancellation('stop'));
    $provide ??= fn(array $ends) => array_map(fn($end) => fwrite($end, 'data'), $ends);
    $spawn ??= fn(callable $body) => spawn($body);
    $pairs = [($pair ?? stream_pair(...))(), ($pair ?? stream_pair(...))()];
    $coroutines = [];
    $first = null;
    foreach ($pairs as $number => [$end]) {
        $coroutines[$number] = $spawn(function () use ($number, $end, $call, $after, $cancel, &$coroutines, &$first) {
            try {
                $got = $call($end);
            } catch (Async\AsyncCancellation) {
                return 'cancelled in the call';
            }
            if ($first === null) {
                $first = $number;
                $cancel($coroutines[1 - $number]);
                return null;
            }
            $requested = $coroutines[$number]->isCancellationRequested() ? 'cancelled' : 'not cancelled';
            return json_encode($got) . ", $requested, " . $after($end, $coroutines[$number]);
        }, $number);
    }
    suspend();
    suspend();
    $provide([$pairs[0][1], $pairs[1][1]]);
    while ($first === null) {
        suspend();
    }
    $second = $coroutines[1 - $first];
    echo "$name: ";
    try {
        echo await($second), "\n";
    } catch (Throwable $e) {
        $previous = $e->getPrevious() ? ' after ' . $e->getPrevious()->getMessage() : '';
        echo $second->getResult(), ' | ', $e->getMessage(), $previous, $second->isCancelled() ? ', cancelled' : '', "\n";
    }
}
