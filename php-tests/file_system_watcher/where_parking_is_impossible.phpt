--TEST--
Waiting where parking is impossible throws; events that wait can be fetched all the same
--DESCRIPTION--
Rules: FS-10
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{delay, suspend};

$d = directory();
$w = new FileSystemWatcher($d);
$fetch = function () use ($w) {
    try { foreach ($w as $event) return $event->filename; } catch (Throwable $e) { return get_class($e) . ': ' . $e->getMessage(); }
};
touch("$d/file");
delay(10);
async_test_microtask_calls(function () use ($fetch) { echo $fetch(), "\n", $fetch(), "\n"; });
suspend();
var_dump($w->isClosed());
touch("$d/other");
echo $fetch(), "\n";
$w->close();
--EXPECT--
file
Async\AsyncException: FileSystemWatcher iterator can only be used inside a coroutine
bool(false)
other
