--TEST--
CN-15: a coroutine cancelled while its destructor or generator clean-up waits gets the cancellation there
--DESCRIPTION--
Rules: CN-15, CN-3, GC-22
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

class D {
    function __destruct() {
        try { delay(1000); echo "never\n"; } catch (AsyncCancellation $e) { echo 'in destructor: ', $e->getMessage(), "\n"; }
    }
}
$a = spawn(function () { $d = new D; unset($d); echo "after destructor\n"; });
$b = spawn(function () {
    $g = (function () {
        try { yield 1; } finally { try { delay(1000); } catch (AsyncCancellation $e) { echo 'in generator: ', $e->getMessage(), "\n"; } }
    })();
    $g->current(); unset($g); echo "after generator\n";
});
suspend();
$a->cancel(new AsyncCancellation('A')); $b->cancel(new AsyncCancellation('B'));
await($a); await($b);
--EXPECT--
in destructor: A
after destructor
in generator: B
after generator
