--TEST--
CN-11: a second cancel while the finally block of the first waits interrupts that wait
--DESCRIPTION--
Rules: CN-11, CN-15
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () {
    try { delay(1000); } finally { try { delay(1000); } catch (AsyncCancellation $e) { echo "in finally: ", $e->getMessage(), "\n"; } }
});
suspend();
$c->cancel(new AsyncCancellation('one')); suspend();
$c->cancel(new AsyncCancellation('two'));
try { await($c); } catch (AsyncCancellation $e) { echo "awaiter: ", $e->getMessage(), "\n"; }
--EXPECT--
in finally: two
awaiter: one
