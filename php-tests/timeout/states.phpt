--TEST--
DL-6: states of a timeout: new, cancelled, fired
--DESCRIPTION--
Rules: DL-6, AW-11, OD-12
Order: independent
--FILE--
<?php
use function Async\{await, timeout};
use Async\{AsyncCancellation, TimeoutException};

$show = fn($t) => print json_encode([$t->isCompleted(), $t->isCancelled()]) . "\n";
$new = timeout(1000); $show($new);
$new->cancel(); $show($new);
$new->cancel(); $show($new);
$other = timeout(1000); $other->cancel(new AsyncCancellation('reason')); $show($other);
$fired = timeout(1);
try { await($fired); } catch (TimeoutException) { }
$show($fired);
try { $fired->cancel('x'); } catch (TypeError $e) { echo get_class($e), "\n"; }
--EXPECT--
[false,false]
[true,true]
[true,true]
[true,true]
[true,false]
TypeError
