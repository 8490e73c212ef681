--TEST--
Out of address space: a coroutine without a stack fails with an AsyncException at its first run; everything else goes on
--DESCRIPTION--
Rules: SD-7
Order: independent
--SKIPIF--
<?php
if (!getenv('TEST_EXTENSION_PATH')) die('skip needs the path of the extension in TEST_EXTENSION_PATH');
if (getenv('ASAN_PRELOAD')) die('skip AddressSanitizer takes terabytes of address space for itself');
?>
--FILE--
<?php
$file = __DIR__ . '/out_of_address_space.child.inc';
file_put_contents($file, <<<'PHP'
<?php
use function Async\{spawn, await, suspend};
$ok = 0; $failed = []; $all = [];
for ($i = 0; $i < 3000; $i++) $all[] = spawn(function () use (&$ok) { suspend(); $ok++; });
foreach ($all as $c) {
    try { await($c); } catch (Async\AsyncException $e) { $failed[$e->getMessage()] = ($failed[$e->getMessage()] ?? 0) + 1; }
}
var_dump($ok > 100, $ok + array_sum($failed));
print_r(array_keys($failed));
$more = [];
for ($i = 0; $i < 100; $i++) $more[] = spawn(fn() => $i);
echo array_sum(array_map(await(...), $more)), "\n";
PHP);
passthru('ulimit -v 1000000; ' . escapeshellarg(PHP_BINARY) . ' -n -d extension='
    . escapeshellarg(getenv('TEST_EXTENSION_PATH')) . ' ' . escapeshellarg($file));
?>
--CLEAN--
<?php @unlink(__DIR__ . '/out_of_address_space.child.inc'); ?>
--EXPECT--
bool(true)
int(3000)
Array
(
    [0] => Cannot create a coroutine: out of stack memory
)
4950
