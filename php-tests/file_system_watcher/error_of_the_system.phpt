--TEST--
An error of the system closes the watcher; what waits receives it
--DESCRIPTION--
Rules: FS-12
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{await, await_any_or_fail, delay, spawn};

$d = directory();
function failing(string $d): FileSystemWatcher
{
    async_test_filesystem_record(true);
    $w = new FileSystemWatcher($d, debounceMs: 5000);
    async_test_filesystem_record(false);
    return $w;
}
$show = fn(callable $f) => spawn(function () use ($f) {
    try { $f(); echo "over\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
});
$w = failing($d);
$all = [
    $show(function () use ($w) { foreach ($w as $event) echo "never\n"; }),
    $show(function () use ($w) { foreach ($w as $event) echo "never\n"; }),
    $show(fn() => await_any_or_fail([$w])),
];
delay(1);
touch("$d/burst");
delay(1);
async_test_filesystem_fail('Filesystem monitoring error: i/o error');
var_dump($w->isClosed());
foreach ($all as $c) await($c);
await($show(function () use ($w) { foreach ($w as $event) echo "never\n"; }));
$w->close();

echo "-- nobody waits\n";
$w = failing($d);
async_test_filesystem_fail('Filesystem monitoring error: i/o error');
var_dump($w->isClosed());
await($show(function () use ($w) { foreach ($w as $event) echo "never\n"; }));
await($show(function () use ($w) { foreach ($w as $event) echo "never\n"; }));
echo "-- dropped before anybody hears of it, in a cycle\n";
$o = new stdClass;
$o->w = failing($d);
$o->o = $o;
async_test_filesystem_fail('Filesystem monitoring error: i/o error');
unset($o);
gc_collect_cycles();
--EXPECT--
bool(true)
Async\InputOutputException: Filesystem monitoring error: i/o error
Async\InputOutputException: Filesystem monitoring error: i/o error
Async\InputOutputException: Filesystem monitoring error: i/o error
over
-- nobody waits
bool(true)
Async\InputOutputException: Filesystem monitoring error: i/o error
over
-- dropped before anybody hears of it, in a cycle
