--TEST--
AA-20, AA-10: an endless generator is left when the call returns, by goal, token or cancellation
--DESCRIPTION--
Rules: AA-20, AA-23, AA-10, AA-9
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, await, await_any_or_fail, await_all, timeout, get_coroutines};

$endless = function (string $name) {
    try { for ($i = 0; ; $i++) { suspend(); yield $i => spawn(function () { delay(1); return 'x'; }); } }
    finally { $GLOBALS['ended'][] = $name; }
};
await(spawn(function () use ($endless) {
    echo await_any_or_fail($endless('goal')), "\n";
    try { await_all($endless('token'), timeout(3)); } catch (Async\OperationCanceledException $e) { echo $e->getMessage(), "\n"; }
}));
$c = spawn(function () use ($endless) { await_all($endless('cancelled')); });
for ($i = 0; $i < 5; $i++) suspend();
$c->cancel();
delay(5);
for ($i = 0; $i < 20 && count(get_coroutines()) > 1; $i++) delay(1);
echo count(get_coroutines()), ' ', implode(',', $ended), "\n";
--EXPECT--
x
Operation has been cancelled
1 goal,token,cancelled
