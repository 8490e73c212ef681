--TEST--
EH-10: a handler accepts the failures; scope and siblings go on
--DESCRIPTION--
Rules: EH-10, EH-1, SC-70
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, current_coroutine};
use Async\{Scope, Coroutine};

$s = Scope::inherit();
$s->setExceptionHandler(fn() => print "replaced\n");
$s->setExceptionHandler(function (Scope $sc, Coroutine $c, Throwable $e) use ($s) {
    echo "H:", $e->getMessage(), ' ', var_export($sc === $s && $c === current_coroutine() && $c->getException() === $e, true), "\n";
    spawn(fn() => print "spawned by the handler\n");
});
$s->spawn(function () { suspend(); throw new RuntimeException("one"); });
$s->spawn(function () { suspend(); throw new LogicException("two"); });
$s->spawn(function () { suspend(); throw new Async\AsyncCancellation("never reported"); });
$ok = $s->spawn(function () { suspend(); echo "ok ends\n"; return 7; });
suspend(); suspend();
echo await($ok), "\n";
suspend();
var_dump($s->isFinished(), $s->isCancelled());
foreach (['setExceptionHandler', 'setChildScopeExceptionHandler'] as $method) {
    try { $s->$method('no function'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
H:one true
H:two true
ok ends
7
spawned by the handler
spawned by the handler
bool(true)
bool(false)
Async\Scope::setExceptionHandler(): Argument #1 ($exceptionHandler) must be a valid callback, function "no function" not found or invalid function name
Async\Scope::setChildScopeExceptionHandler(): Argument #1 ($exceptionHandler) must be a valid callback, function "no function" not found or invalid function name
