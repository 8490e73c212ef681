--TEST--
IO handle: readers and writers share its event, and each finds its own request
--DESCRIPTION--
Rules: ABI-95, ABI-96, ABI-156, ABI-189
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, delay, spawn, timeout};

[$io, $peer] = pair('tcp', 4096);
$sent = text(200_000);
$there = text(150_000);
// Both directions at once, over one handle at each end.
$jobs = [
    spawn(function () use ($io, $there) {
        for ($all = ''; strlen($all) < strlen($there);) $all .= async_test_io_read($io, 3000);
        return $all === $there;
    }),
    spawn(fn() => async_test_io_write($io, $sent)),
    spawn(function () use ($peer, $sent) {
        for ($all = ''; strlen($all) < strlen($sent);) $all .= async_test_io_read($peer, 5000);
        return $all === $sent;
    }),
    spawn(fn() => async_test_io_write($peer, $there)),
];
foreach ($jobs as $job) var_dump(await($job));

echo "-- several readers are served in their order\n";
$readers = [];
for ($i = 0; $i < 5; $i++) $readers[] = async_test_io_begin($io, 'read', 3);
async_test_io_write($peer, 'aaabbbcccdddeee');
$all = '';
foreach ($readers as $read) {
    async_test_io_wait($io, $read);
    $bytes = async_test_io_bytes($read);
    if (strlen($bytes) < 1 || strlen($bytes) > 3) echo "WRONG LENGTH\n";
    $all .= $bytes;
    async_test_io_dispose($read);
}
// A simulated kernel gives less to each.
while (strlen($all) < 15) $all .= async_test_io_read($io, 3);
echo $all, "\n-- a waiter is cancelled, the handle goes on\n";
$waiter = spawn(fn() => async_test_io_read($io, 10));
while (async_test_io_about($io)['subscribers'] === 0) Async\suspend();
$waiter->cancel(new Async\AsyncCancellation('enough'));
echo attempt(fn() => await($waiter)), ', subscribers ', async_test_io_about($io)['subscribers'], "\n";
async_test_io_write($peer, 'for the next');
for ($got = ''; strlen($got) < 12;) $got .= async_test_io_read($io, 100);
echo $got, "\n";
finish($io, $peer);
var_dump(async_test_counts()[0]);
--EXPECT--
bool(true)
int(200000)
bool(true)
int(150000)
-- several readers are served in their order
aaabbbcccdddeee
-- a waiter is cancelled, the handle goes on
Async\AsyncCancellation: enough, subscribers 0
for the next
int(0)
