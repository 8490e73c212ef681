--TEST--
CN-11: a second cancel() before the first was delivered is dropped
--DESCRIPTION--
Rules: CN-11
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$a = spawn(fn() => print "never\n");
$a->cancel(new AsyncCancellation('a1')); $a->cancel(new AsyncCancellation('a2'));
try { await($a); } catch (AsyncCancellation $e) { echo $e->getMessage(), ' ', var_export($e->getPrevious(), true), "\n"; }
$b = spawn(fn() => delay(1000)); suspend();
$b->cancel(new AsyncCancellation('b1')); $b->cancel(new AsyncCancellation('b2')); $b->cancel();
try { await($b); } catch (AsyncCancellation $e) { echo $e->getMessage(), ' ', var_export($e->getPrevious(), true), "\n"; }
--EXPECT--
a1 NULL
b1 NULL
