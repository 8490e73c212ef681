--TEST--
SO-6, FW-5: two coroutines that open the same persistent connection at once get the one that the first has opened, whole
--DESCRIPTION--
Rules: io SO-6, io FW-5
Order: independent
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/../lib/tls.php';

use function Async\{await, spawn, suspend};

[$server, $address] = tls_server();
$flags = STREAM_CLIENT_CONNECT | STREAM_CLIENT_PERSISTENT;
$open = fn() => @stream_socket_client($address, $code, $text, 60, $flags, tls_context(false));

// It says nothing until both are under way.
$accepting = spawn(function () use ($server) {
    for ($i = 0; $i < 20; $i++) {
        suspend();
    }
    $connection = stream_socket_accept($server, 60);
    fwrite($connection, 'hello ' . fgets($connection));
    return $connection;
});
[$one, $other] = array_map(await(...), [spawn($open), spawn($open)]);
var_dump(is_resource($one), is_resource($other));
echo stream_socket_get_name($one, false) === stream_socket_get_name($other, false) ? "the same\n" : "two\n";
fwrite($one, "from one\n");
echo fgets($other);

// It was opened and has ended: the next ones open another, again together.
fclose(await($accepting));
$refused = spawn(function () use ($server) {
    for ($i = 0; $i < 20; $i++) {
        suspend();
    }
    // No handshake: what is closed at once.
    stream_context_set_option($server, 'ssl', 'local_cert', '/nowhere');
    @stream_socket_accept($server, 60);
    @stream_socket_accept($server, 60);
});
var_dump(...array_map(await(...), [spawn($open), spawn($open)]));
await($refused);
?>
--EXPECT--
bool(true)
bool(true)
the same
hello from one
bool(false)
bool(false)
