--TEST--
ST-1: accept, connect, read and write of a TCP server and its clients in one process
--DESCRIPTION--
Rules: io ST-1, io ST-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$server = stream_socket_server('tcp://127.0.0.1:0');
$name = stream_socket_get_name($server, false);
$acceptor = spawn(function () use ($server) {
    for ($i = 0; $i < 20; $i++) {
        $s = stream_socket_accept($server, 3);
        spawn(function () use ($s) { $x = trim(fgets($s)); delay(1); fwrite($s, "hello $x\n"); fclose($s); });
    }
});
$cs = [];
for ($i = 0; $i < 20; $i++) $cs[] = spawn(function () use ($name, $i) {
    $s = stream_socket_client("tcp://$name", $e, $m, 3);
    fwrite($s, "$i\n"); $all = '';
    while (!feof($s)) $all .= fread($s, 100);
    return $all === "hello $i\n";
});
$ok = 0;
foreach ($cs as $c) $ok += await($c);
await($acceptor);
var_dump($ok);
--EXPECT--
int(20)
