--TEST--
HK-2: a blocking call of main runs the scheduler
--DESCRIPTION--
Rules: HK-2, SD-10
Order: independent
--FILE--
<?php
use function Async\{spawn, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
spawn(function () use ($b) { echo "coroutine\n"; delay(2); fwrite($b, "for main\n"); });
echo fgets($a);
--EXPECT--
coroutine
for main
