--TEST--
SO-6, TLS-1: a TLS listener is closed while a silent peer keeps accept() in the handshake: accept fails at once, nothing waits on
--DESCRIPTION--
Rules: io SO-6, TLS-1, TLS-2
Order: independent
--SKIPIF--
<?php if (!extension_loaded('openssl')) die('skip needs openssl'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$accepting = function ($server) {
    try {
        return @stream_socket_accept($server, 60);
    } catch (TypeError) {
        // It was closed before.
        return false;
    }
};
[$server, $address] = tls_server();
$accept = spawn($accepting, $server);
// It says nothing, or half of something.
foreach (['', "\x16\x03\x01\x02\x00\x01\x00"] as $hello) {
    $peer = stream_socket_client(str_replace('tls:', 'tcp:', $address));
    fwrite($peer, $hello);
    for ($i = 0; $i < 10; $i++) suspend();
    fclose($server);
    var_dump(await($accept), is_resource($server));
    [$server, $address] = tls_server();
    $accept = spawn($accepting, $server);
}
// And while no peer comes.
suspend();
suspend();
fclose($server);
var_dump(await($accept));
?>
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
