--TEST--
AA-9: the token ends the wait, also when it is one of the items or complete already
--DESCRIPTION--
Rules: AA-9, AA-4, OD-9
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, await_all, await_all_or_fail, await_any_or_fail, await_any_of, timeout, delay};
use Async\OperationCanceledException;

$show = function (callable $f) {
    try { $f(); echo "returned\n"; }
    catch (OperationCanceledException $e) {
        $p = $e->getPrevious();
        echo $e->getMessage(), ' <- ', $p ? get_class($p) . ': ' . $p->getMessage() : 'none', "\n";
    }
};
$never = spawn(function () { delay(60_000); });
$show(fn() => await_all([$never], timeout(1)));
$show(fn() => await_any_or_fail([$never], spawn(function () { suspend(); return 'plain'; })));
$show(fn() => await_any_of(1, [$never], spawn(function () { suspend(); throw new LogicException('why'); })));
$token = spawn(function () { suspend(); return 1; });
$show(fn() => await_all([spawn(fn() => 1), $token], $token));
$token = spawn(function () { suspend(); return 1; });
$show(fn() => await_all_or_fail((function () use ($token) { yield spawn(fn() => 1); yield $token; })(), $token));
$show(fn() => await_all([spawn(fn() => 1)], $token));
$show(fn() => await_all((function () { yield spawn(fn() => 1); })(), $token));
$show(fn() => await_all([spawn(fn() => 1)], timeout(60_000)));
echo count(Async\get_coroutines()), "\n";
$never->cancel();
--EXPECT--
Operation has been cancelled <- Async\TimeoutException: Timeout occurred after 1 milliseconds
Operation has been cancelled <- none
Operation has been cancelled <- LogicException: why
Operation has been cancelled <- none
Operation has been cancelled <- none
Operation has been cancelled <- none
Operation has been cancelled <- none
returned
2
