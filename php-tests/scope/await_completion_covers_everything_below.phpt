--TEST--
SC-35, TR-8: awaitCompletion() waits for work spawned later and for descendants
--DESCRIPTION--
Rules: SC-35, SC-50, TR-8
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};
use Async\Scope;

$s = Scope::inherit();
$s->spawn(function () {
    echo "p\n";
    spawn(function () { delay(20); echo "k\n"; });
    $GLOBALS['keep'] = Scope::inherit();
    $GLOBALS['keep']->spawn(function () { delay(40); echo "g\n"; });
});
// Due before the limit of the wait: over if that was waited for.
$before_it = spawn(fn() => delay(60_000));
await(spawn(function () use ($s) { $s->awaitCompletion(timeout(60_000)); echo "complete\n"; }));
var_dump(!$before_it->isCompleted());
$before_it->cancel();
$s->awaitCompletion(timeout(1));
echo "nothing left: returns at once\n";
--EXPECT--
p
k
g
complete
bool(true)
nothing left: returns at once
