--TEST--
IO handle: a request can be disposed at any time, and what goes on keeps nothing of its owner's
--DESCRIPTION--
Rules: ABI-84, ABI-157, ABI-211
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, delay, spawn};

echo "-- a read that waits leaves the input to the next\n";
[$io, $peer] = pair('local', 4096);
$gone = async_test_io_begin($io, 'read into', 100);
$next = async_test_io_begin($io, 'read', 100);
async_test_io_dispose($gone);
async_test_io_write($peer, 'hello');
async_test_io_wait($io, $next);
for ($got = async_test_io_bytes($next); strlen($got) < 5;) $got .= async_test_io_read($io, 100);
echo $got, "\n";
async_test_io_dispose($next);

echo "-- a write that has begun arrives as a whole, though its buffer is gone\n";
$sent = text(300_000);
$first = async_test_io_begin($peer, 'write', $sent);
$second = async_test_io_begin($peer, 'write', 'second');
echo 'completed ', var_export(async_test_io_outcome($first)['completed'], true), "\n";
async_test_io_dispose($first);
async_test_io_dispose($second);
for ($all = ''; strlen($all) < strlen($sent) + 6;) $all .= async_test_io_read($io, 9000);
echo $all === $sent . 'second' ? 'the same' : 'DIFFERENT', "\n";

echo "-- the last of a handle\n";
$gone = async_test_io_begin($io, 'read', 100);
finish($io);
async_test_io_dispose($gone);
finish($peer);

echo "-- operations on a file\n";
$path = tempnam(sys_get_temp_dir(), 'io');
$file = async_test_io_open($path, 2);
$writes = [];
for ($i = 0; $i < 20; $i++) {
    $writes[] = async_test_io_begin($file, 'write', str_repeat(chr(97 + $i), 1000));
}
// The first one is with a worker and goes on, the others wait and are taken back, but for the last.
foreach (array_slice($writes, 0, 19) as $write) async_test_io_dispose($write);
async_test_io_wait($file, $writes[19]);
async_test_io_dispose($writes[19]);
$content = file_get_contents($path);
echo strlen($content), ' ', $content === str_repeat('a', 1000) . str_repeat('t', 1000) ? 'first and last' : 'OTHERS', "\n";
for ($i = 0; $i < 20; $i++) {
    $read = async_test_io_begin($file, 'read into', 1000);
    async_test_io_dispose($read);
}
echo 'nothing is written after that: ', async_test_io_stat($file, true), "\n";
$flush = async_test_io_begin($file, 'flush');
finish($file);
async_test_io_dispose($flush);
$pending = async_test_io_open($path, 0, 0, false);
async_test_io_release($pending);
delay(5);
unlink($path);

echo "-- datagrams\n";
$udp = async_test_udp_bind('127.0.0.1');
$gone = async_test_udp_begin($udp, 100);
$next = async_test_udp_begin($udp, 100);
async_test_udp_dispose($gone);
async_test_udp_sendto($udp, 'datagram', ...async_test_udp_name($udp));
delay(1);
echo json_encode(async_test_udp_outcome($next)), "\n";
async_test_udp_dispose($next);
$gone = async_test_udp_begin($udp, 100);
finish($udp);
echo json_encode(async_test_udp_outcome($gone)), "\n";
async_test_udp_dispose($gone);
while (async_test_counts()[0] > 0) delay(1);
var_dump(async_test_counts()[0]);
--EXPECT--
-- a read that waits leaves the input to the next
hello
-- a write that has begun arrives as a whole, though its buffer is gone
completed false
the same
-- the last of a handle
-- operations on a file
2000 first and last
nothing is written after that: 0
-- datagrams
[true,false,8]
[true,true,-1]
int(0)
