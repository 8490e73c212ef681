--TEST--
SC-64: what finally handlers throw reaches the exception handler, several as one composite
--DESCRIPTION--
Rules: SC-64, SC-28, EX-5
Order: dependent
--FILE--
<?php
use function Async\{suspend, await};
use Async\{Scope, Coroutine, CompositeException};

function scope(): Scope
{
    $s = new Scope;
    $s->setChildScopeExceptionHandler(fn() => print "not for what the scope itself does\n");
    $s->setExceptionHandler(function (Scope $x, Coroutine $c, Throwable $e) use (&$s) {
        var_dump($x === $s);
        echo get_class($e), ' ', $e instanceof CompositeException
            ? implode(',', array_map(fn($p) => $p->getMessage(), $e->getExceptions())) : $e->getMessage(), "\n";
    });
    return $s;
}
$s = scope();
$s->spawn(function () { echo "never\n"; });
for ($i = 1; $i <= 3; $i++) $s->finally(fn() => throw new Exception("F$i"));
$s->dispose();
suspend();
var_dump($s->isClosed());

$s = scope();
$s->finally(fn() => throw new Exception('only one'));
$s->finally(fn() => print "runs all the same\n");
$s->dispose();
suspend();

echo "unhandled\n";
$s = new Scope;
$s->finally(fn() => throw new Exception('surfaces'));
$s->dispose();
suspend();
echo "not reached\n";
--EXPECTF--
bool(true)
Async\CompositeException F1,F2,F3
bool(true)
runs all the same
bool(true)
Exception only one
unhandled

Fatal error: Uncaught Exception: surfaces in %s:31
Stack trace:
#0 [internal function]: {closure%S}(Object(Async\Scope))
#1 {main}
  thrown in %s on line 31
