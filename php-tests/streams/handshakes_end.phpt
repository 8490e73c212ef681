--TEST--
TLS-2, TLS-3: a handshake ends at its time limit, as in stock PHP, or when it is cancelled, at once; others go on meanwhile
--DESCRIPTION--
Rules: io TLS-2, io TLS-3, io TLS-1, io CX-3
Order: independent
--EXTENSIONS--
openssl
--INI--
default_socket_timeout=1
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
// Takes connections and says nothing.
$silent = stream_socket_server('tcp://127.0.0.1:0');
$address = 'tls://' . stream_socket_get_name($silent, false);

function client(string $address, float $timeout)
{
    return stream_socket_client($address, $code, $error, $timeout, STREAM_CLIENT_CONNECT, tls_context(false));
}

set_error_handler(function ($level, $text) {
    echo preg_replace('~tls://\S+~', 'ADDRESS', $text), "\n";
    return true;
});
$pair = spawn(fn() => count(tls_pair()));
var_dump(await(spawn('client', $address, 0.03)));
// The server's end, whose peer says nothing: the time limit is that of new streams.
[$server, $name] = tls_server();
$peer = stream_socket_client(str_replace('tls:', 'tcp:', $name));
var_dump(await(spawn(fn() => stream_socket_accept($server))));

$peer = stream_socket_client(str_replace('tls:', 'tcp:', $name));
foreach ([fn() => client($address, 60), fn() => stream_socket_accept($server)] as $handshake) {
    $c = spawn($handshake);
    for ($turn = 0; $turn < 20; $turn++) {
        usleep(1000);
    }
    $c->cancel();
    try {
        await($c);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
}
echo await($pair), "\n";
?>
--EXPECTF--
stream_socket_client(): SSL: Handshake timed out
stream_socket_client(): Failed to enable crypto
stream_socket_client(): Unable to connect to ADDRESS (Unknown error)
bool(false)
stream_socket_accept(): SSL: Handshake timed out
stream_socket_accept(): Failed to enable crypto
stream_socket_accept(): Accept failed: %s
bool(false)
cancelled
cancelled
2
