--TEST--
ES-3: what a function leaves behind throws at its end, in JIT code, however many calls deep in a coroutine
--DESCRIPTION--
Rules: ES-3, FI-14
Order: independent
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.jit=function
opcache.jit_buffer_size=32M
--FILE--
<?php
use function Async\{spawn, await};

function deeper(int $calls, Closure $body) {
    if ($calls > 0) {
        $result = deeper($calls - 1, $body);
        return $result;
    }
    return $body();
}
function throws($local) { try { throw new Exception('of a generator'); } finally { $local = 1; } }
// The generator goes with the frame, and its end throws.
function leaves() {
    $generator = (function () { try { yield 1; yield 2; } finally { throws(1); } })();
    foreach ($generator as $one) break;
    return 7;
}
function caught() { try { leaves(); } catch (Exception $e) { return 1; } return 0; }

$caught = 0;
// PHP's own JIT fails where the frame of `leaves()` begins a page of the VM's stack: 16 KiB deep in a Fiber.
for ($calls = 0; $calls < 300; $calls++) {
    $caught += await(spawn(deeper(...), $calls, function () {
        $caught = 0;
        for ($i = 0; $i < 20; $i++) $caught += caught();
        return $caught;
    }));
}
echo $caught, "\n";
?>
--EXPECT--
6000
