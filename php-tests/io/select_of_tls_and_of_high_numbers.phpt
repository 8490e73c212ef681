--TEST--
SEL-3, SEL-9: bytes that OpenSSL holds make a TLS stream ready at once; descriptors above FD_SETSIZE get stock PHP's warning
--DESCRIPTION--
Rules: io SEL-3, io SEL-9
Order: independent
--EXTENSIONS--
openssl
posix
--SKIPIF--
<?php
$limit = posix_getrlimit()['soft openfiles'];
if ($limit !== 'unlimited' && $limit < 1200) die('skip needs 1200 descriptors');
?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/tls.php';

watchdog(30);

/** @return array what stream_select() gives, its warning, and the keys that are left */
function select(array $streams, ?int $seconds = null): array
{
    $write = $except = null;
    error_clear_last();
    $n = @stream_select($streams, $write, $except, $seconds);
    return [$n, error_get_last()['message'] ?? '', array_keys($streams)];
}

// Before the first use of the API it is the stock PHP that answers.
$open = [];
do {
    $open[] = $stream = fopen('/dev/null', 'r');
} while (count($open) < 1100);
$high = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($high[1], "something to read\n");
$stock = select(['high' => $high[0]], 0);
echo $stock[0] === false ? 'false' : json_encode($stock), ' ', strtok($stock[1], "\n"), "\n";
foreach ([0, 10] as $seconds) {
    $inside = await(spawn(select(...), ['high' => $high[0]], $seconds));
    echo $inside === $stock ? "as stock\n" : json_encode([$inside, $stock]) . "\n";
}
// The stream itself is as good as any.
echo await(spawn(fn() => fgets($high[0])));
unset($open, $stream, $high);

echo await(spawn(function () {
    [$server, $client] = tls_pair();
    // One record, of which PHP takes no more than one byte: OpenSSL has the rest, the kernel nothing.
    stream_set_chunk_size($client, 1);
    stream_set_read_buffer($client, 0);
    fwrite($server, 'abcdef');
    $said = fread($client, 1);
    $others = spawn(fn() => null);
    for ($i = 0; $i < 4; $i++) {
        $said .= json_encode(select(['tls' => $client])) . fread($client, 1);
    }
    $said .= json_encode(select(['tls' => $client], 0)) . fread($client, 1);
    // Nothing is left.
    return $said . json_encode(select(['tls' => $client], 0));
})), "\n";
?>
--EXPECT--
false stream_select(): You MUST recompile PHP with a larger value of FD_SETSIZE.
as stock
as stock
something to read
a[1,"",["tls"]]b[1,"",["tls"]]c[1,"",["tls"]]d[1,"",["tls"]]e[1,"",["tls"]]f[0,"",[]]
