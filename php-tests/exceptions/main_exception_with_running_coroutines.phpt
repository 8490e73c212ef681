--TEST--
SH-10: an uncaught exception of main cancels the others, then comes the report, then shutdown functions
--DESCRIPTION--
Rules: SH-10, SH-3, SH-4, SH-21
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
register_shutdown_function(fn() => print "shutdown\n");
$o = new class { function __destruct() { echo "destroyed\n"; } };
spawn(function () {
    try { delay(10_000); echo "never\n"; } catch (Async\AsyncCancellation $e) { echo "cleanup: ", $e->getMessage(), "\n"; }
});
suspend();
spawn(function () { echo "never\n"; });
function f() { throw new DomainException("main failed"); }
f();
PHP));
--EXPECTF--
cleanup: Graceful shutdown

Fatal error: Uncaught DomainException: main failed in child.php:10
Stack trace:
#0 child.php(11): f()
#1 {main}
  thrown in child.php on line 10
shutdown
destroyed
[status 255]
