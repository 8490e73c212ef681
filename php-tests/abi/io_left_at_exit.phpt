--TEST--
IO handle: after exit() nothing keeps the script alive, what was handed over is released, and nobody is told
--DESCRIPTION--
Rules: ABI-146, ABI-156, ABI-157, ABI-158, ABI-212, core SH-8
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';
watchdog();

// The peers stay as they are: nothing is answered.
[$io, $peer] = pair('tcp');
async_test_io_event($io, 'start');
async_test_io_leave($io, 'read');
async_test_io_leave($peer, 'nothing');
[$io, $peer] = pair('tcp', 4096);
async_test_io_leave($io, 'nothing');
async_test_io_leave($peer, 'write');

// Files: a worker waits in the first operation, and the others wait behind it.
[$in, $nobody] = async_test_io_pair('pipe');
$file = async_test_io_create($in, FILE, READABLE);
foreach (['read', 'flush', 'stat', 'send'] as $what) async_test_io_leave($file, $what);
[$nobody, $out] = async_test_io_pair('pipe');
async_test_io_leave(async_test_io_create($out, FILE, WRITABLE), 'send');
$path = temporary_path('source-');
file_put_contents($path, str_repeat('x', 4_000_000));
// To a worker that waits, and to a socket that is full.
foreach (['file', 'socket'] as $to) {
    $source = async_test_io_open($path, 0);
    [$nobody, $out] = async_test_io_pair($to === 'file' ? 'pipe' : 'local', 4096);
    async_test_io_leave(async_test_io_create($out, $to === 'file' ? FILE : PIPE, WRITABLE), 'sendfile', $source);
}
unlink($path);
async_test_report_at_end();
echo "exit\n";
exit(0);
?>
--EXPECT--
exit
left 11: completed 8, closed under it 8, answered 0, handles closed 9, descriptors open 8, freed 1, told 0
at end: events 0, coroutines 0, late runs 0
