--TEST--
IT-10, second trace of 16: coroutines of the callbacks are cancelled at the end, or waited for
--DESCRIPTION--
Rules: IT-9, IT-10
Order: dependent
--FILE--
<?php
use function Async\{iterate, suspend, spawn, delay};
use Async\AsyncCancellation;

$callback = function ($n) {
    spawn(function () use ($n) {
        echo "started $n\n";
        try { suspend(); suspend(); suspend(); echo "completed $n\n"; }
        catch (AsyncCancellation $e) { echo "cancelled $n\n"; if ($n === 1) { echo $e->getMessage(), "\n"; suspend(); echo "cleaned\n"; } }
    });
};
iterate([1, 2, 3], $callback); echo "returned\n";
iterate([1, 2], $callback, cancelPending: false); echo "returned\n";
iterate([1, 2], function ($n) { for ($i = 0; $i < 10 * $n; $i++) suspend(); echo "slow callback $n\n"; }); echo "returned\n";
--EXPECT--
started 1
started 2
started 3
cancelled 1
Cancellation of pending coroutines after iterator completion
cancelled 2
cancelled 3
cleaned
returned
started 1
started 2
completed 1
completed 2
returned
slow callback 1
slow callback 2
returned
