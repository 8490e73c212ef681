--TEST--
ST-6: a read timeout ends the read of its coroutine only; the stream stays usable
--DESCRIPTION--
Rules: io ST-6
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$c = spawn(function () use ($a) {
    stream_set_timeout($a, 0, 20_000); $r = fread($a, 10);
    return [$r, stream_get_meta_data($a)['timed_out']];
});
$other = spawn(function () { $n = 0; for ($i = 0; $i < 5; $i++) { delay(1); $n++; } return $n; });
echo await($other), ' ', json_encode(await($c)), "\n";
fwrite($b, "usable\n");
echo fgets($a);
--EXPECT--
5 [false,true]
usable
