--TEST--
W-5: several readers wait for one socket; what arrives at once is enough for all, and all get their part
--DESCRIPTION--
Rules: W-5, W-1
Order: independent
--SKIPIF--
<?php if (!extension_loaded('sockets')) die('skip needs sockets'); ?>
--FILE--
<?php
use function Async\{spawn, await_all_or_fail, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
$read = function () use ($pair) {
    socket_recv($pair[0], $byte, 1, 0);
    return $byte;
};
$readers = array_map(fn() => spawn($read), range(1, 5));
$writer = spawn(function () use ($pair) {
    // All readers wait by then; nothing else will ever arrive.
    delay(20);
    socket_write($pair[1], 'abcde');
});
$bytes = await_all_or_fail($readers);
sort($bytes);
echo implode($bytes), "\n";
--EXPECT--
abcde
