--TEST--
EX-6: exceptions that the event loop makes belong to no frame, whichever coroutine waited last
--DESCRIPTION--
Rules: EX-6, DL-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await, await_all, delay, timeout};
use Async\{Channel, Future, FutureState};

function show(Throwable $e): void
{
    for (; $e; $e = $e->getPrevious()) {
        echo get_class($e), ' ', $e->getFile(), ':', $e->getLine(), ' ', $e->getTraceAsString(), ' ', count($e->getTrace()), "\n";
    }
}

// The last to wait before the event loop is asked: in the main coroutine, and in another.
function worker(string $password, Closure $until): void
{
    while (!$until()) {
        delay(1);
    }
}

$never = new Future(new FutureState);
$waits = [
    'timeout' => fn() => await(timeout(5)),
    'token' => fn() => await($never, timeout(5)),
    'many' => fn() => await_all([$never], timeout(5)),
    'channel' => fn() => (new Channel)->recv(timeout(5)),
];
foreach ($waits as $name => $wait) {
    foreach (['main', 'coroutine'] as $last) {
        echo "-- $name, $last\n";
        $done = false;
        $coroutine = spawn(function () use ($wait, &$done) {
            try {
                $wait();
            } catch (Throwable $e) {
                show($e);
            }
            $done = true;
        });
        $until = function () use (&$done) { return $done; };
        if ($last === 'main') {
            worker('hunter2', $until);
        } else {
            await(spawn(fn() => worker('hunter2', $until)));
        }
        await($coroutine);
    }
}
--EXPECT--
-- timeout, main
Async\TimeoutException [no active file]:0 #0 {main} 0
-- timeout, coroutine
Async\TimeoutException [no active file]:0 #0 {main} 0
-- token, main
Async\OperationCanceledException [no active file]:0 #0 {main} 0
Async\TimeoutException [no active file]:0 #0 {main} 0
-- token, coroutine
Async\OperationCanceledException [no active file]:0 #0 {main} 0
Async\TimeoutException [no active file]:0 #0 {main} 0
-- many, main
Async\OperationCanceledException [no active file]:0 #0 {main} 0
Async\TimeoutException [no active file]:0 #0 {main} 0
-- many, coroutine
Async\OperationCanceledException [no active file]:0 #0 {main} 0
Async\TimeoutException [no active file]:0 #0 {main} 0
-- channel, main
Async\OperationCanceledException [no active file]:0 #0 {main} 0
Async\TimeoutException [no active file]:0 #0 {main} 0
-- channel, coroutine
Async\OperationCanceledException [no active file]:0 #0 {main} 0
Async\TimeoutException [no active file]:0 #0 {main} 0
