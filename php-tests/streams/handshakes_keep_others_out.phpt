--TEST--
SO-10: while a coroutine sets up TLS on a stream nothing is sent on it in the clear, and nothing of the handshake is read, by others
--DESCRIPTION--
Rules: io SO-10, io TLS-1
Order: independent
--EXTENSIONS--
openssl
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$listener = stream_socket_server('tcp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, tls_context(true));
$encrypt = fn($stream, int $method) => stream_socket_enable_crypto($stream, true, $method);

/** A connection whose server takes its time with the handshake, and then does what $serve says. */
function connection(Closure $serve): array
{
    global $listener, $encrypt;
    $served = spawn(function () use ($listener, $encrypt, $serve) {
        $server = stream_socket_accept($listener);
        delay(20);
        $done = $encrypt($server, STREAM_CRYPTO_METHOD_TLS_SERVER);
        return json_encode($done) . ' ' . json_encode($done === true ? $serve($server) : null);
    });
    $address = 'tcp://' . stream_socket_get_name($listener, false);
    $client = stream_socket_client($address, $code, $text, 5, STREAM_CLIENT_CONNECT, tls_context(false));
    $handshake = spawn($encrypt, $client, STREAM_CRYPTO_METHOD_TLS_CLIENT);
    // The handshake has begun.
    delay(5);
    return [$client, $handshake, $served];
}

[$client, $handshake, $served] = connection(function ($server) {
    $line = fgets($server);
    fwrite($server, "of $line");
    return $line;
});
$others = [spawn(fn() => fgets($client)), spawn(fn() => fwrite($client, "mine\n"))];
echo 'handshake: ', json_encode(await($handshake)), ', read and written: ', json_encode(array_map(await(...), $others)),
    ', server: ', await($served), "\n";

[$client, $handshake, $served] = connection(function ($server) {
    for ($bytes = 0; $bytes < 3_000_000 && !feof($server); $bytes += strlen(fread($server, 65536)));
    fwrite($server, "all\n");
    return $bytes;
});
$much = spawn(fn() => fwrite($client, str_repeat('x', 3_000_000)));
echo 'much: ', json_encode(await($handshake)), ' ', await($much), ', ', trim(fgets($client)), ', ', await($served), "\n";

[$client, $handshake, $served] = connection(fn($server) => fgets($server));
set_error_handler(fn(int $level, string $text) => print("  $text\n"));
$again = spawn($encrypt, $client, STREAM_CRYPTO_METHOD_TLS_CLIENT);
$results = json_encode([await($handshake), await($again)]);
echo "twice: $results\n";
fwrite($client, "end\n");
echo await($served), "\n";
// What both ends complain of when one goes does not matter.
set_error_handler(fn() => true);

[$client, $handshake, $served] = connection(fn($server) => fgets($server));
$others = [spawn(fn() => fread($client, 10)), spawn(fn() => fwrite($client, 'x'))];
delay(1);
fclose($client);
$results = json_encode([await($handshake), ...array_map(await(...), $others)]);
echo "closed meanwhile: $results\n";
await($served);
?>
--EXPECT--
handshake: true, read and written: ["of mine\n",5], server: true "mine\n"
much: true 3000000, all, true 3000000
  stream_socket_enable_crypto(): SSL/TLS already set-up for this stream
twice: [true,false]
true "end\n"
closed meanwhile: [false,false,false]
