--TEST--
SH-14: exit in a coroutine shuts everything down gracefully and keeps the status
--DESCRIPTION--
Rules: SH-14, SH-21, OD-1
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
register_shutdown_function(fn() => print "shutdown\n");
spawn(function () {
    try { delay(10_000); } catch (Async\AsyncCancellation $e) { echo "cancelled: ", $e->getMessage(), "\n"; delay(1); echo "cleaned\n"; }
});
suspend();
spawn(function () { try { exit(9); } finally { echo "finally does not run\n"; } });
spawn(function () { echo "never started\n"; });
delay(10_000);
echo "not reached\n";
PHP));
--EXPECT--
cancelled: Graceful shutdown
cleaned
shutdown
[status 9]
