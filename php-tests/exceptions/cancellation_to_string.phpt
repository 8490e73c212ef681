--TEST--
EX-1: __toString of a cancellation prints class, message, place, trace and the chain of previous
--DESCRIPTION--
Rules: EX-1, EX-2
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;

function make($m, $p = null) { return new AsyncCancellation($m, 0, $p); }
echo make('outer', make('inner')), "\n---\n";
echo new Exception('exception', 0, make('as previous')), "\n---\n";
echo make('over exception', new LogicException('under')), "\n";
--EXPECTF--
Async\AsyncCancellation: inner in %s:%d
Stack trace:
#0 %s(%d): make('inner')
#1 {main}

Next Async\AsyncCancellation: outer in %s:%d
Stack trace:
#0 %s(%d): make('outer', Object(Async\AsyncCancellation))
#1 {main}
---
Async\AsyncCancellation: as previous in %s:%d
Stack trace:
#0 %s(%d): make('as previous')
#1 {main}

Next Exception: exception in %s:%d
Stack trace:
#0 {main}
---
LogicException: under in %s:%d
Stack trace:
#0 {main}

Next Async\AsyncCancellation: over exception in %s:%d
Stack trace:
#0 %s(%d): make('over exception', Object(LogicException))
#1 {main}
