--TEST--
ST-3: small writes and reads of available data do not switch
--DESCRIPTION--
Rules: io ST-3, HK-3
Order: dependent
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
spawn(function () { echo "other\n"; });
echo "a\n"; fwrite($a, "x\n"); echo "b\n"; echo fgets($b); echo "c\n";
--EXPECT--
a
b
x
c
other
