--TEST--
io CX-1: cancelling a coroutine in socket_recv(), socket_read(), socket_recvfrom() or socket_recvmsg() throws; the socket stays usable
--DESCRIPTION--
Rules: io CX-1, io CX-4, io CX-6, SK-1
Order: dependent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
[$a, $b] = $pair;
foreach ([
    'socket_recv' => function () use ($a) { socket_recv($a, $buffer, 100, 0); },
    'socket_recv waitall' => function () use ($a) { socket_recv($a, $buffer, 100, MSG_WAITALL); },
    'socket_read' => function () use ($a) { socket_read($a, 100); },
    'socket_read normal' => function () use ($a) { socket_read($a, 100, PHP_NORMAL_READ); },
    'socket_recvfrom' => function () use ($a) { socket_recvfrom($a, $buffer, 100, 0, $name); },
    'socket_recvmsg' => function () use ($a) { $m = ['name' => [], 'buffer_size' => 100, 'controllen' => 100]; socket_recvmsg($a, $m, 0); },
    'socket_select' => function () use ($a) { $r = [$a]; $w = $e = null; socket_select($r, $w, $e, 100); },
] as $name => $wait) {
    $c = spawn(function () use ($wait) { $wait(); echo "never\n"; });
    suspend();
    $c->cancel(new AsyncCancellation($name));
    try { await($c); echo "no cancellation\n"; } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
}
socket_write($b, 'still usable');
socket_recv($a, $buffer, 100, 0);
echo $buffer, "\n";
--EXPECT--
socket_recv
socket_recv waitall
socket_read
socket_read normal
socket_recvfrom
socket_recvmsg
socket_select
still usable
