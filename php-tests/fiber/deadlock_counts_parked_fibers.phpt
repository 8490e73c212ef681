--TEST--
DD-2, DD-3: parked Fibers alone are no deadlock; with a coroutine that waits for ever they are cancelled like it
--DESCRIPTION--
Rules: DD-2, DD-3, FI-10
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;
suspend();
$f = new Fiber(function () { try { Fiber::suspend(); } catch (AsyncCancellation $e) { echo "Fiber: {$e->getMessage()}\n"; } });
$f->start();
$c = spawn(function () { try { await($GLOBALS['c']); } catch (AsyncCancellation $e) { echo "coroutine: {$e->getMessage()}\n"; } });
PHP, ['async.debug_deadlock' => 0]));
--EXPECT--
Fiber: Deadlock detected
coroutine: Deadlock detected

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
[status 255]
