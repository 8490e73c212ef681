--TEST--
SC-22: a zombie is listed, stays in its scope, is not active, keeps the process and waits for the parent alive
--DESCRIPTION--
Rules: SC-22, SC-15, SC-35, SC-50, SC-51, CN-16, CO-5, SH-2, ST-1
Order: dependent
--FILE--
<?php
use function Async\{suspend, delay, await, spawn, timeout, current_context, get_coroutines, runtime_stats};
use Async\Scope;

$parent = Scope::inherit();
$s = Scope::inherit($parent);
$z = $s->spawn(function () {
    current_context()->set('in', 'the scope');
    suspend(); suspend(); suspend();
    delay(1);
    return current_context()->findLocal('in');
});
suspend();
$count = fn() => runtime_stats()['coroutines_total'] . ' ' . runtime_stats()['coroutines_active'];
echo $count(), "\n";
$s->disposeSafely();
var_dump(in_array($z, get_coroutines(), true), $s->isFinished(), $s->isClosed(),
    $parent->isFinished(), $z->isCancellationRequested(), $z->isCancelled());
echo $count(), "\n";
// Its end completes the waits for the scopes above.
$parent->awaitCompletion(timeout(10_000));
var_dump($z->isCompleted(), $z->getResult(), $z->getException(), $z->isCancelled(),
    $z->isCancellationRequested(), $s->isClosed(), $parent->isCancelled());
echo $count(), "\n";

// Nothing holds anything of it; main has ended.
(function () {
    $s = Scope::inherit();
    $s->spawn(function () { suspend(); delay(2); echo "the zombie ends\n"; });
    suspend();
})();
register_shutdown_function(fn() => print "shutdown\n");
echo "main ends\n";
--EXPECT--
2 2
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
2 1
bool(true)
string(9) "the scope"
NULL
bool(true)
bool(false)
bool(true)
bool(false)
1 1
main ends
the zombie ends
shutdown
