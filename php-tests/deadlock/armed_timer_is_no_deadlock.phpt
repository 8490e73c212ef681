--TEST--
DD-1: waiting coroutines with an armed timer or watched descriptor are no deadlock
--DESCRIPTION--
Rules: DD-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

$job = spawn(function () { delay(20); return 'by timer'; });
$waiter = spawn(fn() => await($job));
echo await($waiter), "\n";
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
spawn(function () use ($b) { delay(5); fwrite($b, "by descriptor\n"); });
echo await(spawn(fn() => fgets($a)));
--EXPECT--
by timer
by descriptor
