--TEST--
SK-1, SK-4: a socket_connect() that is not answered at once suspends its coroutine only, leaves the socket blocking, ends as stock
--DESCRIPTION--
Rules: io SK-1, io SK-4, io HK-5, io W-2
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog(30);

/** A listener that takes no connection, since its queue is full. */
function full_listener(?int &$port, array &$waiting): Socket
{
    socket_bind($listener = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1');
    socket_listen($listener, 0);
    socket_getsockname($listener, $host, $port);
    for ($i = 0; $i < 3; $i++) {
        $waiting[] = $client = socket_create(AF_INET, SOCK_STREAM, 0);
        socket_set_nonblock($client);
        @socket_connect($client, $host, $port);
    }
    return $listener;
}

/** The flags of the open socket of that number in /proc. */
function is_nonblocking(string $fd): bool
{
    preg_match('~^flags:\s+(\d+)~m', file_get_contents("/proc/self/fdinfo/$fd"), $m);
    return (bool) (octdec($m[1]) & 04000);
}

/** Those of the open sockets. */
function numbers(): array
{
    $open = glob('/proc/self/fd/*');
    return array_map(basename(...), array_filter($open, fn($link) => str_starts_with((string) @readlink($link), 'socket:')));
}

/** A connect that waits, and what it gives in the end. */
function connecting(int $port, ?int $limit_us = null): array
{
    $before = numbers();
    $socket = socket_create(AF_INET, SOCK_STREAM, 0);
    [$fd] = array_values(array_diff(numbers(), $before));
    if ($limit_us !== null) {
        socket_set_option($socket, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => $limit_us]);
    }
    $connect = spawn(function () use ($socket, $port) {
        $done = @socket_connect($socket, '127.0.0.1', $port);
        $again = $done && !@socket_connect($socket, '127.0.0.1', $port) ? ', then ' . socket_strerror(socket_last_error($socket)) : '';
        return ($done ? 'connected' : socket_strerror(socket_last_error($socket))) . $again;
    });
    delay(5);
    echo $connect->isCompleted() ? 'it has not waited, ' : 'waits, ', is_nonblocking($fd) ? 'non-blocking' : 'blocking', "\n";
    return [$connect, $socket];
}

await(spawn(function () {
    $waiting = [];
    $listener = full_listener($port, $waiting);
    [$limited] = connecting($port, 30_000);
    echo 'its time limit: ', await($limited), "\n";
    [$connect, $socket] = connecting($port);
    // Room for those that wait.
    $accepting = spawn(function () use ($listener, &$waiting) {
        while ($waiting[] = socket_accept($listener));
    });
    echo 'room: ', await($connect), "\n";
    $accepting->cancel();
    socket_getpeername($socket, $host, $peer);
    var_dump($peer === $port);

    $listener = full_listener($port, $waiting);
    [$connect] = connecting($port);
    foreach ($waiting as $other) if ($other instanceof Socket) socket_close($other);
    socket_close($listener);
    echo 'nothing listens any more: ', await($connect), "\n";
}));
?>
--EXPECT--
waits, blocking
its time limit: Operation now in progress
waits, blocking
room: connected, then Transport endpoint is already connected
bool(true)
waits, blocking
nothing listens any more: Connection refused
