--TEST--
SH-38: a fatal error in a nested coroutine while main waits in await
--DESCRIPTION--
Rules: SH-38, SH-31
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, await, suspend};
function deep($n) { if ($n) { return await(spawn('deep', $n - 1)); } suspend(); eval('class X extends Y {} interface X {}'); }
function fatal() { $s = str_repeat('x', 1 << 30); }
try {
    await(spawn(function () { try { await(spawn(function () { suspend(); fatal(); })); } finally { echo "must not run\n"; } }));
} catch (Throwable $e) {
    echo "must not run\n";
}
PHP));
--EXPECTF--

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in child.php on line 4
[status 255]
