--TEST--
SC-2, SC-4, SC-12, SC-17, SC-70: what a released scope still does
--DESCRIPTION--
Rules: SC-2, SC-4, SC-5, SC-6, SC-12, SC-17, SC-30, SC-31, SC-40, SC-70
Order: dependent
--FILE--
<?php
use function Async\{suspend, timeout};
use Async\Scope;

$s = new Scope;
$s->spawn(function () { suspend(); suspend(); });
suspend();
$s->cancel();
suspend();
foreach ([
    'spawn' => fn() => $s->spawn(fn() => print "never\n"),
    'asNotSafely' => fn() => $s->asNotSafely(),
    'allowZombies' => fn() => $s->allowZombies(),
    'setExceptionHandler' => fn() => $s->setExceptionHandler(fn() => 1),
    'setChildScopeExceptionHandler' => fn() => $s->setChildScopeExceptionHandler(fn() => 1),
    'inherit' => fn() => Scope::inherit($s),
    'provideScope' => fn() => var_dump($s->provideScope() === $s),
    'getChildScopes' => fn() => var_dump($s->getChildScopes()),
    'state' => fn() => var_dump($s->isFinished(), $s->isClosed(), $s->isCancelled()),
    'cancel' => fn() => $s->cancel(),
    'dispose' => fn() => $s->dispose(),
    'disposeSafely' => fn() => $s->disposeSafely(),
    'disposeAfterTimeout' => fn() => $s->disposeAfterTimeout(1000),
    'awaitCompletion' => fn() => $s->awaitCompletion(timeout(1000)),
    'awaitAfterCancellation' => fn() => $s->awaitAfterCancellation(),
] as $name => $call) {
    echo "$name: ";
    try { $call(); echo "-\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
--EXPECT--
spawn: Async\AsyncException: Scope object has been disposed
asNotSafely: Async\AsyncException: Scope object has been disposed
allowZombies: Async\AsyncException: Scope object has been disposed
setExceptionHandler: Async\AsyncException: Scope object has been disposed
setChildScopeExceptionHandler: Async\AsyncException: Scope object has been disposed
inherit: Async\AsyncException: Cannot inherit a Scope from a parent Scope that has already been disposed.
provideScope: bool(true)
-
getChildScopes: array(0) {
}
-
state: bool(true)
bool(true)
bool(true)
-
cancel: -
dispose: -
disposeSafely: -
disposeAfterTimeout: -
awaitCompletion: -
awaitAfterCancellation: -
