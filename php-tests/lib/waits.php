<?php
/**
 * Coroutines in calls on connections: how each ended, and waiting until they wait.
 */
use function Async\{spawn, delay};

/** How a call ends: "false", "something", or the class and the message of what it throws. Its warnings are not shown. */
function ends(Closure $call): Async\Coroutine
{
    return spawn(function () use ($call) {
        try {
            return @$call() ? 'something' : 'false';
        } catch (Throwable $e) {
            return $e::class . ': ' . $e->getMessage();
        }
    });
}

/** Returns when the coroutine waits for its turn on a connection, so that another one is inside. */
function until_in_line(Async\Coroutine $coroutine): void
{
    while (!str_contains(json_encode($coroutine->getAwaitingInfo()), 'Gate(')) {
        delay(1);
    }
}

/** Returns when the coroutine is suspended after it has begun. */
function until_suspended(Async\Coroutine $coroutine): void
{
    do {
        delay(1);
    } while (!$coroutine->isSuspended());
}
