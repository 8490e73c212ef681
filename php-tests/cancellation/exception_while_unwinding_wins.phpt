--TEST--
CN-10: an ordinary exception escaping while unwinding from a cancellation is the final exception
--DESCRIPTION--
Rules: CN-10
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () { try { delay(1000); } catch (AsyncCancellation) { throw new RuntimeException('from cleanup'); } });
$d = spawn(function () { try { delay(1000); } finally { throw new RuntimeException('from finally'); } });
suspend();
$c->cancel(new AsyncCancellation('c')); $d->cancel(new AsyncCancellation('d'));
foreach ([$c, $d] as $x) {
    try { await($x); } catch (Throwable $e) { echo get_class($e), ' ', $e->getMessage(), ' <- ', $e->getPrevious()?->getMessage(), "\n"; }
    var_dump($x->isCancelled());
}
--EXPECT--
RuntimeException from cleanup <- 
bool(true)
RuntimeException from finally <- d
bool(true)
