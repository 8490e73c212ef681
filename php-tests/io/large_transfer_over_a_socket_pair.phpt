--TEST--
HK-5: fwrite of several MiB to a reader in another coroutine transfers everything intact
--DESCRIPTION--
Rules: HK-5, io ST-8
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$data = random_bytes(1 << 20); $data .= $data . $data . $data;
$reader = spawn(function () use ($b) { $s = ''; while (!feof($b)) { $s .= fread($b, 8192); } return md5($s); });
$written = await(spawn(fn() => fwrite($a, $data)));
fclose($a);
var_dump($written === strlen($data), await($reader) === md5($data));
--EXPECT--
bool(true)
bool(true)
