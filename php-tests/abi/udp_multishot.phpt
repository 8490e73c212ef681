--TEST--
Datagrams, multishot: every one with its size and its sender, until the receive is disposed or the handle closed
--DESCRIPTION--
Rules: ABI-65, ABI-76, ABI-156, ABI-157, ABI-158
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\{delay, spawn};
watchdog();

$b = async_test_udp_bind('127.0.0.1');
$to = async_test_udp_name($b)[1];
$senders = [async_test_udp_bind('127.0.0.1'), async_test_udp_bind('127.0.0.1')];
$ports = array_map(fn($io) => async_test_udp_name($io)[1], $senders);

function send(string ...$texts): void
{
    global $senders, $to;
    foreach ($texts as $i => $text) async_test_udp_try_send($senders[$i % 2], $text, '127.0.0.1', $to);
}
function got(int $reader, int $count): array
{
    while (count(async_test_udp_reader_got($reader)) < $count) delay(1);
    delay(2);
    return async_test_udp_reader_got($reader);
}
function texts(int $reader, int $count): string
{
    return json_encode(array_column(got($reader, $count), 0));
}

echo "-- many, before it begins and afterwards\n";
$sizes = array_map(fn($i) => $i * 37 % 200, range(0, 149));
$texts = array_map(fn($i, $size) => substr(md5((string) $i) . str_repeat('x', 200), 0, $size), range(0, 149), $sizes);
send(...array_slice($texts, 0, 100));
$reader = async_test_udp_reader($b, 1000);
send(...array_slice($texts, 100));
$got = got($reader, 150);
var_dump(array_column($got, 0) === $texts, array_column($got, 1) === array_map(fn($i) => $ports[$i % 2], range(0, 149)));
echo "empty ones among them: ", count(array_filter($texts, fn($text) => $text === '')), "\n";

echo "-- stopped and started\n";
async_test_io_event($b, 'start');
echo 'counted ', async_test_counts()[0], "\n";
async_test_io_event($b, 'stop');
send('while it rests', 'another');
delay(3);
echo count(async_test_udp_reader_got($reader)), ', counted ', async_test_counts()[0], "\n";
async_test_io_event($b, 'start');
echo json_encode(array_slice(array_column(got($reader, 152), 0), 150)), "\n";
async_test_io_event($b, 'stop');
async_test_udp_reader_free($reader);

echo "-- cut\n";
$reader = async_test_udp_reader($b, 4);
send('12345678', '', 'abcd', 'abc');
echo texts($reader, 4), "\n";
async_test_udp_reader_free($reader);

echo "-- disposed inside the notification: the next one gets what is left\n";
$reader = async_test_udp_reader($b, 100, ['dispose' => 2]);
send('one', 'two', 'three');
echo texts($reader, 2), ' ';
async_test_udp_reader_free($reader);
echo async_test_udp_recvfrom($b, 100)[0], "\n";

echo "-- another one is begun in its place\n";
$reader = async_test_udp_reader($b, 100, ['anew' => 2]);
send('one', 'two', 'three', 'four');
echo texts($reader, 4), "\n";
async_test_udp_reader_free($reader);

echo "-- stopped inside the notification\n";
$reader = async_test_udp_reader($b, 100, ['stop' => 1]);
async_test_io_event($b, 'start');
send('one', 'two');
echo texts($reader, 1), ' ';
async_test_io_event($b, 'start');
echo texts($reader, 2), "\n";
async_test_io_event($b, 'stop');
async_test_udp_reader_free($reader);

echo "-- a receive that is one shot is put to rest, too\n";
$one = async_test_udp_begin($b, 100);
async_test_io_event($b, 'start');
async_test_io_event($b, 'stop');
send('rested');
delay(2);
echo json_encode(async_test_udp_outcome($one)), ' ';
async_test_io_event($b, 'start');
delay(2);
echo json_encode(async_test_udp_outcome($one)), "\n";
async_test_io_event($b, 'stop');
async_test_udp_dispose($one);
$one = async_test_udp_begin($b, 100);
async_test_io_event($b, 'start');
async_test_io_event($b, 'stop');
async_test_udp_dispose($one);
send('for the next');
echo async_test_udp_recvfrom($b, 100)[0], "\n";

echo "-- multishot from then on\n";
$one = async_test_udp_begin($b, 100);
$reader = async_test_udp_reader($b, 100);
send('first', 'second', 'third');
delay(3);
echo json_encode(async_test_udp_outcome($one)), "\n";
async_test_udp_dispose($one);
send('to the reader');
echo texts($reader, 1), "\n";
async_test_udp_reader_free($reader);

echo "-- closed inside the notification\n";
$reader = async_test_udp_reader($b, 100, ['close' => 1]);
send('one', 'two');
echo texts($reader, 1), ' ', json_encode(async_test_udp_reader_state($reader)), "\n";
async_test_udp_reader_free($reader);
finish($b, ...$senders);
var_dump(async_test_counts()[0]);
--EXPECT--
-- many, before it begins and afterwards
bool(true)
bool(true)
empty ones among them: 1
-- stopped and started
counted 1
150, counted 0
["while it rests","another"]
-- cut
["1234","","abcd","abc"]
-- disposed inside the notification: the next one gets what is left
["one","two"] three
-- another one is begun in its place
["one","two","three","four"]
-- stopped inside the notification
["one"] ["one","two"]
-- a receive that is one shot is put to rest, too
[false,false,0] [true,false,6]
for the next
-- multishot from then on
[false,false,5]
["to the reader"]
-- closed inside the notification
["one"] [false,true,true]
int(0)
