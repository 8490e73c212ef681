--TEST--
SH-24, SD-11: before the scheduler started graceful_shutdown() does nothing
--DESCRIPTION--
Rules: SH-24, SD-11
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, graceful_shutdown, get_coroutines};

graceful_shutdown();
graceful_shutdown(new Async\AsyncCancellation('none'));
var_dump(get_coroutines());
spawn(function () { suspend(); echo "runs\n"; });
suspend(); suspend();
echo "main ends\n";
try { graceful_shutdown(1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
array(0) {
}
runs
main ends
Async\graceful_shutdown(): Argument #1 ($cancellationError) must be of type ?Async\AsyncCancellation, int given
