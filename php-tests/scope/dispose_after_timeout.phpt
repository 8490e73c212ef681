--TEST--
SC-27: disposal by a timer
--DESCRIPTION--
Rules: SC-27, SC-20
Order: dependent
--FILE--
<?php
use function Async\{suspend, await, delay};
use Async\{Scope, AsyncCancellation};

$s = new Scope;
try { $s->disposeAfterTimeout(-1); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
$s->disposeAfterTimeout(100_000);       // nothing in it: no effect, or the script would wait for it
$c = $s->spawn(function () { delay(100_000); });
suspend();
$s->disposeAfterTimeout(5);
$s->disposeAfterTimeout(20);
$begin = hrtime(true);
try { await($c); } catch (AsyncCancellation $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
var_dump(hrtime(true) - $begin >= 5_000_000, $s->isClosed(), $s->isCancelled());
$s->disposeAfterTimeout(100_000);

$safe = Scope::inherit();
$z = $safe->spawn(function () { delay(10); return 'zombie'; });
suspend();
$safe->disposeAfterTimeout(0);
echo await($z), ' ', var_export($z->isCancelled(), true), "\n";

$gone = new Scope;
$gone->spawn(fn() => delay(1));
suspend();
$gone->disposeAfterTimeout(15);
$begin = hrtime(true);
$gone->finally(fn() => print "disposed by the timer after main\n");
$GLOBALS['gone'] = $gone;
register_shutdown_function(function () use ($begin) { var_dump(hrtime(true) - $begin >= 15_000_000); });
echo "main ends\n";
--EXPECT--
Async\Scope::disposeAfterTimeout(): Argument #1 ($timeout) must be greater than or equal to 0
Async\AsyncCancellation: Scope has been disposed due to timeout
bool(true)
bool(true)
bool(true)
zombie true
main ends
disposed by the timer after main
bool(true)
