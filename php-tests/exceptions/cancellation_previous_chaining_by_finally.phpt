--TEST--
EX-1: an exception replaced in a finally block is chained as previous, in both directions
--DESCRIPTION--
Rules: EX-1, EX-7
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, OperationCanceledException};

function chain(Throwable $first, Throwable $second) {
    try { try { throw $first; } finally { throw $second; } }
    catch (Throwable $e) { do { echo get_class($e), ' ', $e->getMessage(), ' | '; } while ($e = $e->getPrevious()); echo "\n"; }
}
chain(new AsyncCancellation('c1'), new Exception('e1'));
chain(new Exception('e2'), new AsyncCancellation('c2'));
chain(new AsyncCancellation('c3'), new AsyncCancellation('c4'));
chain(new Error('e5'), new OperationCanceledException('c5'));
--EXPECT--
Exception e1 | Async\AsyncCancellation c1 | 
Async\AsyncCancellation c2 | Exception e2 | 
Async\AsyncCancellation c4 | Async\AsyncCancellation c3 | 
Async\OperationCanceledException c5 | Error e5 | 
