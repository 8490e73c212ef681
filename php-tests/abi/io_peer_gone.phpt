--TEST--
IO handle: a peer that resets or leaves is an error in the request, and no signal
--DESCRIPTION--
Rules: ABI-64, ABI-156
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test') || !extension_loaded('pcntl')) die('skip needs async_abi_test and pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, spawn, delay};

pcntl_signal(SIGPIPE, fn() => print("SIGPIPE\n"));
function failed(int $request): string
{
    $outcome = async_test_io_outcome($request);
    async_test_io_dispose($request);
    return $outcome['transferred'] . ' ' . ($outcome['message'] ?? 'no error');
}
echo "-- reset under a read\n";
[$a, $b] = async_test_io_pair('tcp');
$io = async_test_io_create($a, TCP, READABLE | WRITABLE);
$read = async_test_io_begin($io, 'read', 10);
async_test_io_descriptor($b, 'reset');
echo attempt(fn() => async_test_io_wait($io, $read)) ?? 'waited', "\n";
echo failed($read), "\n";
finish($io);

echo "-- reset under a multishot read\n";
[$a, $b] = async_test_io_pair('tcp');
$io = async_test_io_create($a, TCP, READABLE | WRITABLE);
$reader = async_test_io_reader($io, 10);
async_test_io_descriptor($b, 'reset');
async_test_io_reader_wait($reader);
echo json_encode(array_slice(async_test_io_reader_state($reader), 2)), "\n";
async_test_io_reader_free($reader);
finish($io);

foreach (['local', 'pipe', 'tcp'] as $kind) {
    echo "-- nobody reads: $kind\n";
    [$reader, $io] = pair($kind, 4096);
    $write = async_test_io_begin($io, 'write', str_repeat('x', 1_000_000));
    async_test_io_send($io, 'y');
    finish($reader);
    attempt(fn() => async_test_io_wait($io, $write));
    echo preg_replace('/: (Broken pipe|Connection reset by peer) .*/', ': gone', failed($write)), "\n";
    $write = async_test_io_begin($io, 'write', 'z');
    async_test_io_wait($io, $write);
    echo preg_replace('/: (Broken pipe|Connection reset by peer) .*/', ': gone', failed($write)), "\n";
    echo 'freed ', async_test_io_freed(), "\n";
    finish($io);
}
pcntl_signal_dispatch();
var_dump(async_test_counts()[0]);
--EXPECT--
-- reset under a read
waited
-1 Failed to read: Connection reset by peer (os error 104)
-- reset under a multishot read
{"completed":true,"transferred":-1,"eof":false,"io_closed":false,"exception":"Async\\InputOutputException"}
-- nobody reads: local
-1 Failed to write: gone
-1 Failed to write: gone
freed 1
-- nobody reads: pipe
-1 Failed to write: gone
-1 Failed to write: gone
freed 1
-- nobody reads: tcp
-1 Failed to write: gone
-1 Failed to write: gone
freed 1
int(0)
