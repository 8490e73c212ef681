--TEST--
IO handle: starting counts it for the life of the loop, stopping puts an armed read to rest
--DESCRIPTION--
Rules: ABI-75, ABI-76, ABI-77, ABI-82, ABI-158
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\delay;

function counted(string $what): void
{
    echo $what, ': ', async_test_counts()[0], "\n";
}
[$io, $peer] = pair('local');
counted('created');
async_test_io_event($io, 'start');
async_test_io_event($io, 'start');
counted('started twice');
async_test_io_event($io, 'stop');
counted('stopped once');
async_test_io_event($io, 'stop');
async_test_io_event($io, 'stop');
counted('stopped, and once more');

echo "-- an armed read\n";
async_test_io_event($io, 'start');
$read = async_test_io_begin($io, 'read', 100);
counted('started, with a read');
async_test_io_event($io, 'stop');
counted('stopped');
async_test_io_write($peer, 'input');
delay(5);
echo 'completed ', var_export(async_test_io_outcome($read)['completed'], true), "\n";
async_test_io_event($io, 'start');
async_test_io_wait($io, $read);
for ($got = async_test_io_bytes($read); strlen($got) < 5;) $got .= async_test_io_read($io, 100);
echo $got, "\n";
async_test_io_dispose($read);

echo "-- a new read takes the place of one that was put to rest\n";
$old = async_test_io_begin($io, 'read', 100);
async_test_io_event($io, 'stop');
async_test_io_write($peer, 'more');
for ($got = ''; strlen($got) < 4;) $got .= async_test_io_read($io, 100);
echo $got, ', the old one completed ', var_export(async_test_io_outcome($old)['completed'], true), "\n";
async_test_io_dispose($old);

echo "-- multishot\n";
$reader = async_test_io_reader($io, 100);
counted('armed');
async_test_io_event($io, 'start');
counted('started');
async_test_io_event($io, 'stop');
async_test_io_write($peer, 'rested');
delay(5);
echo 'chunks ', async_test_io_reader_state($reader)['chunks'], "\n";
async_test_io_event($io, 'start');
while (strlen(async_test_io_reader_state($reader)['bytes']) < 6) delay(1);
echo async_test_io_reader_state($reader)['bytes'], "\n";
async_test_io_reader_free($reader);

echo "-- closed while it is started\n";
async_test_io_event($io, 'start');
async_test_io_close($io);
counted('closed');
var_dump(async_test_io_event($io, 'start'), async_test_io_event($io, 'stop'));
counted('started and stopped afterwards');
async_test_io_release($io);

echo "-- released while it is started\n";
async_test_io_event($peer, 'start');
async_test_io_release($peer);
counted('released');

echo "-- hidden\n";
[$io, $peer] = pair('tcp');
async_test_io_event($io, 'hide');
async_test_io_event($io, 'start');
counted('started');
finish($io, $peer);
counted('closed');
--EXPECT--
created: 0
started twice: 1
stopped once: 1
stopped, and once more: 0
-- an armed read
started, with a read: 2
stopped: 0
completed false
input
-- a new read takes the place of one that was put to rest
more, the old one completed false
-- multishot
armed: 0
started: 1
chunks 0
rested
-- closed while it is started
closed: 0
bool(true)
bool(true)
started and stopped afterwards: 0
-- released while it is started
released: 0
-- hidden
started: 0
closed: 0
