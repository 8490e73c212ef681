--TEST--
SO-10, IO-7: a read of a stream in non-blocking mode does not wait for the reader that waits for data
--DESCRIPTION--
Rules: io SO-10, IO-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = spawn(fn() => fgets($a));
for ($i = 0; $i < 5; $i++) suspend();
stream_set_blocking($a, false);
var_dump(fread($a, 10), fgets($a));
fwrite($b, "data\n");
fclose($b);
// They get it.
var_dump(strlen((string) fgets($a) . await($reader)));
?>
--EXPECT--
string(0) ""
bool(false)
int(5)
