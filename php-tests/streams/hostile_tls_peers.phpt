--TEST--
TLS-1, ST-9, TLS-5: peers that say nothing, rubbish, a byte at a time, or cut the connection anywhere, disturb nothing else
--DESCRIPTION--
Rules: TLS-1, TLS-4, TLS-5, io ST-9, io ST-8
Order: independent
--SKIPIF--
<?php if (!extension_loaded('openssl')) die('skip needs openssl'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(60);

/** Passes bytes on in both directions; `$cut` is called with each piece and returns what goes on, or null to cut. */
function proxy(string $target, Closure $cut): string
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    spawn(function () use ($listener, $target, $cut) {
        $client = stream_socket_accept($listener, 60);
        $server = stream_socket_client($target);
        $pass = function ($from, $to) use ($cut, $client, $server) {
            while (is_resource($from) && is_resource($to) && ($data = @fread($from, 8192)) !== '' && $data !== false) {
                foreach ($cut($data) as $piece) {
                    if ($piece === null) {
                        break 2;
                    }
                    if (!is_resource($to) || @fwrite($to, $piece) === false) {
                        break 2;
                    }
                    suspend();
                }
            }
            foreach ([$client, $server] as $s) {
                if (is_resource($s)) fclose($s);
            }
        };
        $other = spawn($pass, $server, $client);
        $pass($client, $server);
        await($other);
    });
    return 'tls://' . stream_socket_get_name($listener, false);
}

[$server, $address] = tls_server();
$plain = str_replace('tls:', 'tcp:', $address);
$sent = str_repeat("0123456789abcdef\n", 2000);
$serving = spawn(function () use ($server, $sent) {
    $handlers = [];
    while (is_resource($server)) {
        // A failed handshake is a failed accept.
        $connection = @stream_socket_accept($server, 60);
        if ($connection) {
            $handlers[] = spawn(function () use ($connection, $sent) {
                @fwrite($connection, $sent);
                // Until the peer says something, or goes.
                @fread($connection, 10);
            });
        }
    }
    array_map(await(...), $handlers);
});
$talk = function (string $address) use ($sent): string {
    $client = @tls_client($address, 30);
    if (!$client) {
        return 'no connection';
    }
    $got = '';
    while (strlen($got) < strlen($sent) && !feof($client) && ($data = @fread($client, 5000)) !== false) {
        $got .= $data;
    }
    return match (true) {
        $got === $sent => 'all',
        str_starts_with($sent, $got) => 'a beginning',
        default => 'something else',
    };
};

// Cut after so many bytes of the connection, whichever side sent them.
$results = [];
$talks = [];
for ($limit = 1; $limit < 40_000; $limit = (int) ($limit * 1.7) + 1) {
    $left = $limit;
    $talks[] = spawn($talk, proxy($plain, function ($data) use (&$left) {
        $piece = substr($data, 0, $left);
        $left -= strlen($piece);
        yield $piece;
        if ($left === 0) yield null;
    }));
    unset($left);
}
// A byte at a time; rubbish; nothing; and a good one among them.
$talks[] = $trickle = spawn($talk, proxy($plain, function ($data) {
    static $bytes = 0;
    foreach (($bytes += strlen($data)) < 6000 ? str_split($data, 7) : [$data] as $piece) yield $piece;
}));
foreach (["GET / HTTP/1.0\r\n\r\n", random_bytes(500), "\x16\x03\x01\xff\xff" . random_bytes(100)] as $rubbish) {
    $peer = stream_socket_client($plain);
    fwrite($peer, $rubbish);
    fclose($peer);
}
$good = spawn($talk, $address);
foreach ($talks as $one) {
    $results[await($one)] = true;
}
unset($results['no connection'], $results['a beginning'], $results['all']);
var_dump($results, await($trickle), await($good));
fclose($server);
await($serving);
?>
--EXPECT--
array(0) {
}
string(3) "all"
string(3) "all"
