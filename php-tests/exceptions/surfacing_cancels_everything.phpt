--TEST--
SH-21: a surfacing exception cancels suspended coroutines with Graceful shutdown; never-started ones never run
--DESCRIPTION--
Rules: SH-21, EH-7, SH-25, CN-12
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay};
use Async\AsyncCancellation;

$reasons = [];
$a = spawn(function () use (&$reasons) {
    try { delay(1000); } catch (AsyncCancellation $e) { $reasons[] = $e; echo 'a: ', $e->getMessage(), "\n"; }
});
$b = spawn(function () use (&$reasons) {
    try { suspend(); suspend(); suspend(); } catch (AsyncCancellation $e) { $reasons[] = $e; echo 'b: ', $e->getMessage(), "\n"; }
});
suspend();
spawn(function () { throw new Exception('boom'); });
spawn(function () { echo "never\n"; });
register_shutdown_function(function () use (&$reasons) {
    var_dump(count($reasons), count(array_unique(array_map('spl_object_id', $reasons))));
});
try { delay(1000); } catch (AsyncCancellation $e) { $reasons[] = $e; echo 'main: ', $e->getMessage(), "\n"; }
--EXPECTF--
b: Graceful shutdown
main: Graceful shutdown
a: Graceful shutdown

Fatal error: Uncaught Exception: boom in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
int(3)
int(1)
