--TEST--
SH-30: memory exhaustion in a coroutine: one message, no other coroutine runs, shutdown functions run
--DESCRIPTION--
Rules: SH-30, SH-31, SH-33, SH-34, SH-38
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
class D { function __destruct() { echo "destructor must not run\n"; } }
register_shutdown_function(fn() => print "shutdown\n");
$d = new D;
$one = spawn(function () { echo "one\n"; });
$waiting = spawn(function () {
    try { delay(1000); } catch (Throwable $e) { echo "catch must not run\n"; } finally { echo "finally must not run\n"; }
});
$waiting->finally(function () { echo "handler must not run\n"; });
$two = spawn(function () { $l = []; while (true) { $l[] = str_repeat('x', 1 << 20); } });
$two->finally(function () { echo "handler must not run\n"; });
$three = spawn(function () { echo "three must not run\n"; });
try { Async\await($two); } catch (Throwable $e) { echo "catch must not run\n"; } finally { echo "finally must not run\n"; }
echo "not reached\n";
PHP;
print_child(child_php($code, ['memory_limit' => '16M']));
--EXPECTF--
one

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in child.php on line 11
shutdown
[status 255]
