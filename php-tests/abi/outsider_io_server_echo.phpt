--TEST--
An extension of an outsider echoes megabytes of several connections at once, byte for byte, by callbacks of IO handles
--DESCRIPTION--
Rules: ABI-2, ABI-155, ABI-156, ABI-157, ABI-158
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('io_server'))) die('skip needs io_server');
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('io_server');
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/io_server.php';
watchdog(50);
use function Async\{await, delay, spawn};

$descriptors = open_descriptors();
$port = io_server_echo('127.0.0.1', 0);
$bytes = getenv('TEST_UNDER') || getenv('SIM_SEED') ? 500_000 : 8_000_000;

/** A client that sends and receives at the same time; the peer has to wait for one that reads slowly. */
function echoed(int $port, string $text, int $pause_ms): bool
{
    $client = connect($port);
    $writer = spawn(function () use ($client, $text) {
        write_all($client, $text);
        stream_socket_shutdown($client, STREAM_SHUT_WR);
    });
    delay($pause_ms);
    $back = read_rest($client);
    await($writer);
    return $back === $text;
}

$text = text($bytes);
$beside = 0;
$other = spawn(function () use (&$beside) { while (true) { $beside++; delay(1); } });
$clients = [];
for ($i = 0; $i < 6; $i++) {
    $clients[] = spawn(echoed(...), $port, substr($text, $i) . $i, $i === 5 ? 100 : 0);
}
$same = 0;
foreach ($clients as $client) $same += await($client);
$other->cancel();
echo "the same: $same of 6, others ran: ", $beside > 1 ? 'yes' : 'no', "\n";

// One byte at a time, and one that says nothing.
$client = connect($port);
$back = '';
for ($i = 0; $i < 100; $i++) {
    fwrite($client, $text[$i]);
    $back .= fread($client, 1);
}
echo 'byte by byte: ', $back === substr($text, 0, 100) ? 'the same' : 'DIFFERENT', "\n";
fclose($client);
$client = connect($port);
stream_socket_shutdown($client, STREAM_SHUT_WR);
echo 'nothing: ', json_encode(read_rest($client)), "\n";
fclose($client);
unset($client, $clients, $other);
until(fn() => io_server_connections($port) === 0);
echo 'connections: ', io_server_connections($port), "\n";
io_server_stop($port);
print_left($descriptors);
?>
--EXPECT--
the same: 6 of 6, others ran: yes
byte by byte: the same
nothing: ""
connections: 0
left: descriptors none, events none
