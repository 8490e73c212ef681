--TEST--
SK-1: ext/sockets calls suspend only the caller: an echo server and its clients in one process
--DESCRIPTION--
Rules: SK-1, SK-5
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$server = socket_create_listen(0);
socket_getsockname($server, $host, $port);
spawn(function () use ($server) {
    for ($i = 0; $i < 10; $i++) {
        $s = socket_accept($server);
        spawn(function () use ($s) {
            for ($d = ''; strlen($d) < 4;) $d .= socket_read($s, 100);
            usleep(1000); socket_write($s, strrev($d)); socket_close($s);
        });
    }
});
$cs = [];
for ($i = 0; $i < 10; $i++) $cs[] = spawn(function () use ($port, $i) {
    $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    socket_connect($s, '127.0.0.1', $port);
    socket_send($s, "abc$i", 4, 0);
    socket_recv($s, $buffer, 4, MSG_WAITALL);
    return $buffer === $i . 'cba';
});
$ok = 0;
foreach ($cs as $c) $ok += await($c);
var_dump($ok);
--EXPECT--
int(10)
