--TEST--
EX-4: default messages of cancellations made by the runtime
--DESCRIPTION--
Rules: EX-4, AW-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, timeout, await_any_or_fail, graceful_shutdown, delay};
use Async\AsyncCancellation;

$c = spawn(function () { suspend(); }); suspend(); $c->cancel();
try { await($c); } catch (AsyncCancellation $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
$t = timeout(1000); $t->cancel();
try { await($t); } catch (AsyncCancellation $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
spawn(fn() => graceful_shutdown());
try { delay(60_000); } catch (AsyncCancellation $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
--EXPECT--
Async\AsyncCancellation: Coroutine cancelled
Async\AsyncCancellation: The operation was canceled
Async\AsyncCancellation: Graceful shutdown
