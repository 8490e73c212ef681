--TEST--
AW-10: a target cancelled with R and awaited with a timeout yields R, not the timeout
--DESCRIPTION--
Rules: AW-10, AW-9
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, timeout};
use Async\AsyncCancellation;

$c = spawn(function () { suspend(); delay(1000); });
$c->cancel(new AsyncCancellation('R'));
$start = microtime(true);
try { await($c, timeout(1000)); } catch (AsyncCancellation $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }
$d = spawn(function () { delay(1000); });
suspend();
$d->cancel(new AsyncCancellation('R2'));
try { await($d, timeout(1000)); } catch (AsyncCancellation $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }
echo microtime(true) - $start < 0.5 ? "no timer was waited for\n" : "waited\n";
--EXPECT--
Async\AsyncCancellation R
Async\AsyncCancellation R2
no timer was waited for
