--TEST--
SC-22, CN-16, SC-43: zombies of a safely disposed scope run undisturbed and hold the process
--DESCRIPTION--
Rules: SC-22, SC-21, CN-16, SC-15, SD-30
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, get_coroutines};
use Async\{Scope, AsyncCancellation};

$s = Scope::inherit()->asNotSafely();
$zombie = $s->spawn(function () {
    echo "started\n";
    try {
        suspend(); suspend();
        echo "undisturbed, may spawn: ", await(spawn(fn() => 'yes')), "\n";
        suspend(); suspend(); suspend();
        echo "ends after main\n";
        return 'result';
    } catch (Throwable $e) { echo 'not expected: ', $e->getMessage(), "\n"; }
});
suspend();
$fresh = $s->spawn(fn() => print "never\n");
$s->disposeSafely();
var_dump(in_array($zombie, get_coroutines(), true), $zombie->isCancellationRequested(), $zombie->isCancelled(), $s->isFinished());
try { await($fresh); } catch (AsyncCancellation $e) { echo 'never started: ', $e->getMessage(), "\n"; }
$zombie->finally(function ($c) { var_dump($c->isCancelled(), $c->getResult(), $c->getException()); });
echo "main ends\n";
--EXPECT--
started
bool(true)
bool(true)
bool(false)
bool(true)
undisturbed, may spawn: never started: Scope was cancelled
main ends
yes
ends after main
bool(true)
string(6) "result"
NULL
