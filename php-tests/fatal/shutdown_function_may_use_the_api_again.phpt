--TEST--
SH-33: after a fatal error shutdown functions run and may spawn and await
--DESCRIPTION--
Rules: SH-33, SH-31
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, await, delay};
register_shutdown_function(function () {
    echo "in\n";
    echo await(spawn(function () { delay(1); return "awaited"; })), "\n";
    spawn(function () { echo "spawned\n"; });
    echo "out\n";
});
spawn(function () { try { delay(1000); } finally { echo "must not run\n"; } });
spawn(function () { $s = str_repeat('x', 1 << 30); });
PHP));
--EXPECTF--

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in child.php on line 10
in
awaited
out
spawned
[status 255]
