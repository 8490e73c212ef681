--TEST--
IO handle: closing tells the subscribers, ends what is under way, and closes the descriptor once
--DESCRIPTION--
Rules: ABI-31, ABI-64, ABI-156
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, spawn, suspend};

function until_subscribed(int $io, int $count = 1): void
{
    while (async_test_io_about($io)['subscribers'] < $count) suspend();
}
finish(...pair('local'));
$before = open_descriptors();

echo "-- under a reader and a writer\n";
[$io, $peer] = pair('local', 4096);
$read = async_test_io_begin($io, 'read', 10);
$write = async_test_io_begin($io, 'write', str_repeat('x', 1_000_000));
$readers = array_map(fn($request) => spawn(fn() => attempt(fn() => async_test_io_wait($io, $request))), [$read, $write]);
until_subscribed($io, 2);
var_dump(async_test_io_close($io));
foreach ($readers as $reader) echo await($reader), "\n";
echo json_encode(async_test_io_outcome($read)), "\n", json_encode(async_test_io_outcome($write)), "\n";
async_test_io_dispose($read);
async_test_io_dispose($write);
$about = async_test_io_about($io);
echo 'state ', $about['state'] & (CLOSED | EOF), ', event closed ', var_export($about['closed'], true);
echo ', descriptor ', $about['fd'], "\n";
var_dump(async_test_io_close($io), async_test_io_await_readiness($io), async_test_io_await_readiness($peer));
echo 'detached ', async_test_io_release($io), "\n";
finish($peer);

echo "-- without subscribers\n";
[$io, $peer] = pair('tcp');
$read = async_test_io_begin($io, 'read', 10);
async_test_io_close($io);
echo json_encode(async_test_io_outcome($read)), "\n";
async_test_io_release($io);
echo "the request outlives the handle: ", json_encode(async_test_io_outcome($read)), "\n";
async_test_io_dispose($read);

echo "-- released without being closed\n";
finish($peer);
[$io, $peer] = pair('tcp');
$read = async_test_io_begin($peer, 'read', 10);
async_test_io_freed();
echo 'detached ', async_test_io_release($peer), "\n";
echo json_encode(async_test_io_outcome($read)), "\n";
async_test_io_dispose($read);
finish($io);

echo "-- what nobody waits for\n";
[$io, $peer] = pair('local', 4096);
async_test_io_send($io, str_repeat('x', 1_000_000));
async_test_io_send($io, 'y');
echo 'freed ', async_test_io_freed(), "\n";
finish($io);
echo 'freed ', async_test_io_freed(), "\n";
finish($peer);

echo "-- a file descriptor is its owner's, unless the handle owns it\n";
$file = tempnam(sys_get_temp_dir(), 'io');
$io = async_test_io_open($file, 0);
$fd = async_test_io_about($io)['fd'];
$again = async_test_io_create($fd, FILE, READABLE);
finish($again);
var_dump(async_test_io_descriptor($fd, 'open'));
finish($io);
var_dump(async_test_io_descriptor($fd, 'open'));
unlink($file);

echo "-- nothing is left\n";
var_dump(open_descriptors() - $before, async_test_counts()[0]);
--EXPECT--
-- under a reader and a writer
bool(true)
Async\InputOutputException: Stream was closed
Async\InputOutputException: Stream was closed
{"completed":true,"io_closed":true,"transferred":-1}
{"completed":true,"io_closed":true,"transferred":-1,"message":"Stream was closed"}
state 12, event closed true, descriptor -1
bool(true)
int(-1)
int(0)
detached 1
-- without subscribers
{"completed":true,"io_closed":true,"transferred":-1}
the request outlives the handle: {"completed":true,"io_closed":true,"transferred":-1}
-- released without being closed
detached 1
{"completed":true,"io_closed":true,"transferred":-1}
-- what nobody waits for
freed 0
freed 2
-- a file descriptor is its owner's, unless the handle owns it
bool(true)
bool(false)
-- nothing is left
int(0)
int(0)
