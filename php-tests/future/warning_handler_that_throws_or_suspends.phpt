--TEST--
The handler of a warning may throw or suspend
--DESCRIPTION--
Rules: FU-38
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

set_error_handler(function (int $level, string $text) { throw new ErrorException($text, 0, $level); });
try { Future::completed(1); } catch (ErrorException $e) { echo substr($e->getMessage(), 0, 21), "\n"; }
set_error_handler(function (int $level, string $text) {
    suspend(); delay(1);
    echo substr($text, 0, 21), " (after a wait)\n";
    return true;
});
$other = spawn(function () { echo "other\n"; });
Future::completed(1);
await($other);
// The object that warns is not used again by its own warning.
set_error_handler(function () use (&$kept) { $kept = new FutureState(); $kept->ignore(); gc_collect_cycles(); return true; });
Future::failed(new Exception('x'));
var_dump($kept->isCompleted());
--EXPECT--
Future was never used
other
Future was never used (after a wait)
bool(false)
