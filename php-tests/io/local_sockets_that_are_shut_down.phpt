--TEST--
HK-5, SK-1: a send that waits ends when a local socket is shut down on either side, as in stock, and what had an error has it no more
--DESCRIPTION--
Rules: io HK-5, io SK-1
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

/** Sends until no more is taken. */
function fill(Socket $socket, int $type): string
{
    $message = str_repeat('x', $type === SOCK_STREAM ? 6_000_000 : 20_000);
    do {
        $sent = @socket_write($socket, $message);
    } while ($sent === strlen($message));
    return ($sent === false ? 'false' : 'a part') . ', error ' . socket_last_error($socket);
}

foreach (['stream' => SOCK_STREAM, 'packets' => SOCK_SEQPACKET, 'datagrams' => SOCK_DGRAM] as $name => $type) {
    foreach (['own' => 1, 'of the peer' => 0] as $end => $how) {
        if ($type === SOCK_DGRAM && $end !== 'own') {
            continue;
        }
        socket_create_pair(AF_UNIX, $type, 0, $pair);
        [$here, $there] = $pair;
        $sender = spawn(fill(...), $here, $type);
        delay(20);
        socket_shutdown($end === 'own' ? $here : $there, $how);
        echo "$name, $end: ", await($sender), "\n";
    }
}

socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
[$here, $there] = $pair;
socket_write($here, 'not read');
$sender = spawn(fill(...), $here, SOCK_STREAM);
delay(20);
socket_close($there);
unset($there, $pair);
echo 'reset: ', await($sender), ', then ', json_encode(await(spawn(fn() => socket_read($here, 10)))), "\n";
--EXPECT--
stream, own: a part, error 0
stream, of the peer: a part, error 0
packets, own: false, error 32
packets, of the peer: false, error 32
datagrams, own: false, error 32
reset: a part, error 0, then ""
