--TEST--
IO handle: a multishot read reports every chunk, until the end or an error
--DESCRIPTION--
Rules: ABI-33, ABI-158
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{delay, spawn};

$sent = text(500_000);
foreach (['tcp', 'local', 'pipe'] as $kind) {
    foreach ([[], ['alloc' => 999]] as $options) {
        [$io, $writer] = pair($kind, 4096);
        $reader = async_test_io_reader($io, 3000, $options);
        async_test_io_write($writer, $sent);
        finish($writer);
        async_test_io_reader_wait($reader);
        $state = async_test_io_reader_state($reader);
        echo $kind, $options ? ' with alloc_cb' : '', ': ', $state['bytes'] === $sent ? 'the same' : 'DIFFERENT',
            ', chunks ', $state['chunks'] >= 500_000 / ($options['alloc'] ?? 3000) ? 'enough' : 'too few', ', ',
            json_encode(array_slice($state, 2)), "\n";
        async_test_io_reader_free($reader);
        finish($io);
    }
}

echo "-- what is there before it begins\n";
[$io, $writer] = pair('local');
async_test_io_write($writer, 'early');
for ($got = ''; strlen($got) < 2;) $got .= async_test_io_read($io, 2 - strlen($got));
echo $got, "\n";
$reader = async_test_io_reader($io, 100);
while (strlen(async_test_io_reader_state($reader)['bytes']) < 3) delay(1);
echo async_test_io_reader_state($reader)['bytes'], "\n";

echo "-- disposed before the end\n";
async_test_io_reader_free($reader);
async_test_io_write($writer, 'later');
async_test_io_event($io, 'one shot');
for ($got = ''; strlen($got) < 5;) $got .= async_test_io_read($io, 100);
echo $got, "\n";
finish($io, $writer);

echo "-- echo, inside the notification\n";
[$io, $peer] = pair('tcp', 4096);
$reader = async_test_io_reader($io, 500, ['echo' => true, 'close' => true]);
$back = spawn(function () use ($peer, $sent) {
    for ($all = ''; strlen($all) < strlen($sent);) $all .= async_test_io_read($peer, 10_000);
    return $all;
});
async_test_io_write($peer, $sent);
echo Async\await($back) === $sent ? 'the same' : 'DIFFERENT', "\n";
finish($peer);
async_test_io_reader_wait($reader);
delay(1);
echo json_encode(array_slice(async_test_io_reader_state($reader), 2)), "\n";
async_test_io_reader_free($reader);
finish($io);
var_dump(async_test_counts()[0]);
--EXPECT--
tcp: the same, chunks enough, {"completed":true,"transferred":0,"eof":true,"io_closed":false}
tcp with alloc_cb: the same, chunks enough, {"completed":true,"transferred":0,"eof":true,"io_closed":false}
local: the same, chunks enough, {"completed":true,"transferred":0,"eof":true,"io_closed":false}
local with alloc_cb: the same, chunks enough, {"completed":true,"transferred":0,"eof":true,"io_closed":false}
pipe: the same, chunks enough, {"completed":true,"transferred":0,"eof":true,"io_closed":false}
pipe with alloc_cb: the same, chunks enough, {"completed":true,"transferred":0,"eof":true,"io_closed":false}
-- what is there before it begins
ea
rly
-- disposed before the end
later
-- echo, inside the notification
the same
{"completed":true,"transferred":0,"eof":true,"io_closed":false,"error":"told: closed"}
int(0)
