--TEST--
AW-10: a target cancelled with R and awaited with a timeout yields R, not the timeout
--DESCRIPTION--
Rules: AW-10, AW-9
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, timeout};
use Async\AsyncCancellation;

// Due before every timer below: over if one of them was waited for.
$before_them = spawn(fn() => delay(60_000));
suspend();
$c = spawn(function () { suspend(); delay(60_000); });
$c->cancel(new AsyncCancellation('R'));
try { await($c, timeout(60_000)); } catch (AsyncCancellation $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }
$d = spawn(function () { delay(60_000); });
suspend();
$d->cancel(new AsyncCancellation('R2'));
try { await($d, timeout(60_000)); } catch (AsyncCancellation $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }
echo $before_them->isCompleted() ? "waited\n" : "no timer was waited for\n";
$before_them->cancel();
--EXPECT--
Async\AsyncCancellation R
Async\AsyncCancellation R2
no timer was waited for
