--TEST--
FI-6, FI-7: exceptions pass from coroutine to Fiber, from Fiber to coroutine, through nested Fibers, with finally blocks that wait
--DESCRIPTION--
Rules: FI-6, FI-7
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

echo await(spawn(function () {
    $inner = new Fiber(function () {
        try {
            await(spawn(function () { suspend(); throw new RuntimeException('from a coroutine'); }));
        } finally {
            delay(1); echo "inner finally\n";
        }
    });
    $outer = new Fiber(function () use ($inner) {
        try {
            Fiber::suspend(); $inner->start();
        } catch (RuntimeException $e) {
            suspend();
            throw new LogicException('wrapped', 0, $e);
        } finally {
            suspend(); echo "outer finally\n";
        }
    });
    $outer->start();
    try { $outer->resume(); } catch (LogicException $e) { return get_class($e->getPrevious()) . ': ' . $e->getPrevious()->getMessage(); }
})), "\n";
$f = new Fiber(function () { try { Fiber::suspend(); } catch (Exception $e) { suspend(); return $e->getMessage(); } });
$f->start();
$f->throw(new Exception('injected'));
echo $f->getReturn(), "\n";
// Left by an uncaught exception: the coroutine that drives it fails with the same object.
$x = new DomainException('same');
try {
    await(spawn(function () use ($x) { (new Fiber(function () use ($x) { suspend(); throw $x; }))->start(); }));
} catch (DomainException $e) {
    var_dump($e === $x);
}
--EXPECT--
inner finally
outer finally
RuntimeException: from a coroutine
injected
bool(true)
