--TEST--
MO-5: every request of a long-lived process starts clean, also after exceptions, exit and fatal errors
--DESCRIPTION--
Rules: MO-5, SH-2, SH-7, SH-14, SH-30, EH-7, ABI-201
Order: dependent
--SKIPIF--
<?php if (!getenv('TEST_EXTENSION_PATH')) die('skip needs the path of the extension in TEST_EXTENSION_PATH'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/server.php';

$server = start_php_server(<<<'PHP'
<?php
use function Async\{spawn, await, delay, suspend};
$kind = ltrim($_SERVER['REQUEST_URI'], '/');
if ($kind === 'plain') { echo 'no coroutine'; return; }
$all = [];
for ($i = 0; $i < 20; $i++) $all[] = spawn(function () use ($i) { delay(1 + $i % 3); suspend(); return $i; });
match ($kind) {
    'fatal' => spawn(function () { suspend(); $l = []; while (true) $l[] = str_repeat('x', 1 << 20); }),
    'throw' => spawn(fn() => throw new Exception('thrown')),
    'exit' => spawn(function () { exit('left '); }),
    'late' => spawn(function () { delay(10); echo 'late '; }),
    default => null,
};
if ($kind === 'late') { echo 'early '; return; }
$sum = 0;
foreach ($all as $c) $sum += await($c);
echo 'sum ', $sum;
PHP, 1, ['-d', 'extension=' . getenv('TEST_EXTENSION_PATH'), '-d', 'memory_limit=16M', '-d', 'html_errors=0']);

$get = fn(string $path) =>
    trim(explode("\n",
    trim(file_get_contents($server->url($path), false, stream_context_create(['http' => ['ignore_errors' => true]]))))[0]);
foreach (['/sum', '/plain', '/fatal', '/sum', '/throw', '/sum', '/exit', '/late', '/sum', '/fatal', '/plain', '/sum'] as $path) {
    echo $path, ': ', preg_replace('~ in /\S+| \(tried.*$~', '', $get($path)), "\n";
}
var_dump($server->stop());
?>
--EXPECTF--
/sum: sum 190
/plain: no coroutine
/fatal: Fatal error: Allowed memory size of 16777216 bytes exhausted%S
/sum: sum 190
/throw: Fatal error: Uncaught Exception: thrown
/sum: sum 190
/exit: left
/late: early late
/sum: sum 190
/fatal: Fatal error: Allowed memory size of 16777216 bytes exhausted%S
/plain: no coroutine
/sum: sum 190
bool(true)
