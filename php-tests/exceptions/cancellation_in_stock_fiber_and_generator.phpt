--TEST--
EX-1: cancellations pass through generators and native Fibers like any throwable
--DESCRIPTION--
Rules: EX-1, FI-1
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;

$g = (function () { try { yield 1; } catch (AsyncCancellation $e) { echo 'generator: ', $e->getMessage(), "\n"; yield 2; } })();
$g->current();
var_dump($g->throw(new AsyncCancellation('into generator')));
$f = new Fiber(function () {
    try {
        Fiber::suspend();
    } catch (AsyncCancellation $e) {
        echo 'fiber: ', $e->getMessage(), "\n";
        throw new AsyncCancellation('out', 0, $e);
    }
});
$f->start();
try {
    $f->throw(new AsyncCancellation('into fiber'));
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), ' <- ', $e->getPrevious()->getMessage(), "\n";
}
--EXPECT--
generator: into generator
int(2)
fiber: into fiber
out <- into fiber
