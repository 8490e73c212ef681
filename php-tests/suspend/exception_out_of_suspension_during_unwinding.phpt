--TEST--
SU-6: an exception thrown out of the suspension gets the pending one as previous
--DESCRIPTION--
Rules: SU-6, EX-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

class D { function __destruct() { suspend(); } }
function f() { $d = new D; throw new Exception('pending'); }
$c = spawn(function () {
    try { f(); }
    catch (Throwable $e) { do { echo get_class($e), ': ', $e->getMessage(), "\n"; } while ($e = $e->getPrevious()); }
});
suspend();
$c->cancel(new AsyncCancellation('cancel'));
await($c);
--EXPECT--
Async\AsyncCancellation: cancel
Exception: pending
