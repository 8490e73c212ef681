--TEST--
W-10: a loop that selects what is always ready, reads without waiting or connects in vain lets others run, whatever it calls in turn
--DESCRIPTION--
Rules: io W-10
Order: independent
--EXTENSIONS--
sockets
--INI--
async.io_slice_ms=10
--FILE--
<?php
use function Async\{await, spawn, suspend};

/** Whether others run while the calls are made in turn by one that computes for most of the time. */
function lets_others_run(Closure ...$calls): bool
{
    $turns = 0;
    $others = spawn(function () use (&$turns) {
        for (;;) {
            suspend();
            $turns++;
        }
    });
    suspend();
    $before = $turns;
    for ($i = 0; $i < 80 && $turns === $before; $i++) {
        for ($end = hrtime(true) + 1_000_000; hrtime(true) < $end;);
        foreach ($calls as $call) {
            $call();
        }
    }
    $others->cancel();
    return $turns !== $before;
}

[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_blocking($a, false);
stream_set_read_buffer($a, 0);
stream_set_blocking($b, false);
fwrite($b, str_repeat('x', 1000));
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $sockets);
socket_set_nonblock($sockets[0]);
socket_write($sockets[1], str_repeat('x', 1000));

$select = function () use ($a) {
    [$read, $write, $except] = [[$a], null, null];
    stream_select($read, $write, $except, 10);
};
$without_limit = function () use ($a) {
    [$read, $write, $except] = [[$a], null, null];
    stream_select($read, $write, $except, null);
};
$of_sockets = function () use ($sockets) {
    [$read, $write, $except] = [[$sockets[0]], null, null];
    socket_select($read, $write, $except, 10);
};
$read = fn() => fread($a, 1);
$write = fn() => fwrite($b, 'x');
$receive = fn() => socket_recv($sockets[0], $bytes, 2, 0);
socket_bind($bound = socket_create(AF_INET, SOCK_STREAM, SOL_TCP), '127.0.0.1');
socket_getsockname($bound, $host, $port);
$refused = fn() => @socket_connect(socket_create(AF_INET, SOCK_STREAM, SOL_TCP), $host, $port);
$missing = fn() => @socket_connect(socket_create(AF_UNIX, SOCK_STREAM, 0), __DIR__ . '/nothing');
$loops = [
    'stream_select' => [$select], 'stream_select without a limit' => [$without_limit], 'socket_select' => [$of_sockets],
    'stream_select, fread' => [$select, $read], 'fread, stream_select' => [$read, $select],
    'socket_select, socket_recv' => [$of_sockets, $receive],
    'stream_select, fread, fwrite, fread' => [$select, $read, $write, $read],
    'connect that is refused' => [$refused], 'connect to nothing' => [$missing],
    'seven fread, stream_select' => [...array_fill(0, 7, $read), $select],
];
foreach ($loops as $name => $calls) {
    echo "$name: ", await(spawn(lets_others_run(...), ...$calls)) ? "others run\n" : "others do not run\n";
}
?>
--EXPECT--
stream_select: others run
stream_select without a limit: others run
socket_select: others run
stream_select, fread: others run
fread, stream_select: others run
socket_select, socket_recv: others run
stream_select, fread, fwrite, fread: others run
connect that is refused: others run
connect to nothing: others run
seven fread, stream_select: others run
