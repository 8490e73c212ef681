--TEST--
C code that looks at a coroutine sees where it waits, in every kind of wait, and for which event if there is one
--DESCRIPTION--
Rules: ABI-40, ABI-101, ABI-103, ABI-113, ABI-141, ABI-142
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{spawn, suspend, delay, await};
$future = new Async\FutureState();
$channel = new Async\Channel();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$target = spawn(fn() => delay(300));
$awaits = spawn(function () use ($target) {
    await($target);
});
$f = new Async\Future($future);
$future_waits = spawn(function () use ($f) {
    $f->await();
});
$delays = spawn(function () {
    delay(300);
});
$receives = spawn(function () use ($channel) {
    try { $channel->recv(); } catch (Throwable $e) {}
});
$reads = spawn(function () use ($a) {
    fread($a, 1);
});
$sleeps = spawn(function () {
    async_test_sleep(300);
});
$new = spawn(fn() => 1);
async_test_looked_at($new);
do {
    suspend();
} while (count(array_filter([$awaits, $future_waits, $delays, $receives, $reads, $sleeps], fn($c) => !$c->isSuspended())) > 0);
async_test_looked_at($awaits, $target);
async_test_looked_at($awaits, $f);
async_test_looked_at($future_waits, $f);
async_test_looked_at($delays);
async_test_looked_at($receives, $channel);
async_test_looked_at($reads);
async_test_looked_at($sleeps);
async_test_looked_at(Async\current_coroutine());
fwrite($b, "x"); $channel->close(); $future->complete(1);
await($target);
await($awaits);
async_test_looked_at($awaits, $target);
?>
--EXPECTF--
status 2, at ?:0, frame false
status 1, at waker_of_another_coroutine.php:8, frame true, waits for it true [Coroutine %d spawned at %s, suspended at %s (Closure::__invoke)]
status 1, at waker_of_another_coroutine.php:8, frame true, waits for it false [Coroutine %d spawned at %s, suspended at %s (Closure::__invoke)]
status 1, at waker_of_another_coroutine.php:12, frame true, waits for it true [FutureState(pending)]
status 1, at waker_of_another_coroutine.php:15, frame true
status 1, at waker_of_another_coroutine.php:18, frame true, waits for it true [Channel(capacity=0, receivers=1, senders=0, reserved=0/0)]
status 1, at waker_of_another_coroutine.php:21, frame true
status 1, at waker_of_another_coroutine.php:24, frame true [Timer(timeout=300ms, once)]
status 0, at %s, frame false
status 0, at %s, frame false, waits for it false
