--TEST--
CN-17: a coroutine that cancels itself inside protect() only sets its own flag
--DESCRIPTION--
Rules: CN-6, CN-17, PR-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, protect, await, current_coroutine};
use Async\AsyncCancellation;

$c = spawn(function () {
    protect(function () { current_coroutine()->cancel(new AsyncCancellation('me')); suspend(); });
    echo "goes on\n";
    return 3;
});
try {
    await($c);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), ' ', $c->getResult(), ' ', var_export($c->isCancelled(), true), "\n";
}
--EXPECT--
goes on
me 3 true
