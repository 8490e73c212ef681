--TEST--
EH-10: a handler gets an equivalent when the object of its scope is gone
--DESCRIPTION--
Rules: EH-10, SC-26
Order: dependent
--FILE--
<?php
use function Async\{suspend, await};
use Async\{Scope, AsyncCancellation};

$seen = null;
(function () use (&$seen) {
    $s = new Scope;
    $s->setExceptionHandler(function (Scope $x, $c, $e) use (&$seen) {
        echo $e->getMessage(), ' ';
        var_dump($x->isCancelled(), $x->isClosed(), $x->isFinished());
        $seen = $x;
    });
    $s->spawn(function () { try { while (true) suspend(); } finally { throw new Exception('late'); } });
    suspend();
})();
suspend();
var_dump($seen->isClosed(), $seen->isCancelled());
try { $seen->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
late bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
Scope object has been disposed
