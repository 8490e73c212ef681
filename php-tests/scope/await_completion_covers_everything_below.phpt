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
$begin = hrtime(true);
await(spawn(function () use ($s) { $s->awaitCompletion(timeout(1000)); echo "complete\n"; }));
var_dump(hrtime(true) - $begin < 900_000_000);
$s->awaitCompletion(timeout(1));
echo "nothing left: returns at once\n";
--EXPECT--
p
k
g
complete
bool(true)
nothing left: returns at once
