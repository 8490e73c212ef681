--TEST--
SH-31: a fatal error in main: suspended and queued coroutines run no PHP code any more
--DESCRIPTION--
Rules: SH-31, SH-32, SH-34
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
class D { function __destruct() { echo "destructor must not run\n"; } }
register_shutdown_function(fn() => print "shutdown\n");
for ($i = 0; $i < 20; $i++) spawn(function () {
    $d = new D;
    try { array_map(function () { delay(1000); }, [1]); } finally { echo "must not run\n"; }
});
suspend();
spawn(function () { echo "must not run\n"; });
$s = str_repeat('x', 1 << 30);
PHP));
--EXPECTF--

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in child.php on line 11
shutdown
[status 255]
