--TEST--
HK-4: accept fails at once while the listener is in non-blocking mode, and waits when it is not, also where one of that number was
--DESCRIPTION--
Rules: io HK-4, io HK-6
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

/** @return array{Socket, int} */
function listener(): array
{
    socket_bind($listener = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1');
    socket_listen($listener);
    socket_getsockname($listener, $host, $port);
    return [$listener, $port];
}

function connection(int $port): Socket
{
    socket_connect($client = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1', $port);
    return $client;
}

/** What an accept gives, and whether another coroutine has run meanwhile. */
function accepted(Socket $listener): string
{
    $ran = false;
    $other = spawn(function () use (&$ran) { $ran = true; });
    $peer = @socket_accept($listener);
    $had_run = $ran;
    await($other);
    $what = $peer ? 'a connection' : (socket_last_error() === SOCKET_EAGAIN ? 'EAGAIN' : 'another error');
    socket_clear_error();
    return $what . ($had_run ? ', after a wait' : ', at once') . "\n";
}

await(spawn(function () {
    [$listener, $port] = listener();
    socket_set_nonblock($listener);
    foreach ([1, 2] as $round) {
        echo 'non-blocking: ', accepted($listener);
        $clients[] = connection($port);
        echo 'non-blocking, one is there: ', accepted($listener);
    }
    socket_set_block($listener);
    $clients[] = connection($port);
    // A blocking call may give way, in simulation, before it takes what is there.
    echo 'blocking, one is there: ', strtok(accepted($listener), ','), "\n";
    spawn(function () use ($port, &$clients) {
        delay(5);
        $clients[] = connection($port);
    });
    echo 'blocking: ', accepted($listener);

    socket_set_nonblock($listener);
    echo 'non-blocking: ', accepted($listener);
    socket_close($listener);
    [$listener, $port] = listener();
    spawn(function () use ($port, &$clients) {
        delay(5);
        $clients[] = connection($port);
    });
    echo 'another listener, blocking: ', accepted($listener);
}));
?>
--EXPECT--
non-blocking: EAGAIN, at once
non-blocking, one is there: a connection, at once
non-blocking: EAGAIN, at once
non-blocking, one is there: a connection, at once
blocking, one is there: a connection
blocking: a connection, after a wait
non-blocking: EAGAIN, at once
another listener, blocking: a connection, after a wait
