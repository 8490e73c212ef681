--TEST--
A read that has to wait and goes through a filter gives what came, wherever PHP has its buffers
--DESCRIPTION--
Rules: io SO-4, io IO-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
watchdog();

/** @return array{resource, resource} */
$pair = fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
// The filter comes when the stream has a buffer already: what it filters is read into memory that often lies just behind.
$filtered = function (callable $read, array $parts) use ($pair): string {
    $results = [];
    for ($i = 0; $i < 5; $i++) {
        [$here, $there] = $pair();
        $reader = spawn(function () use ($here, $read) {
            $head = fgets($here);
            stream_filter_append($here, 'string.rot13', STREAM_FILTER_READ);
            return $head . $read($here);
        });
        fwrite($there, "head\n");
        foreach ($parts as $part) {
            for ($turn = 0; $turn < 3; $turn++) suspend();
            fwrite($there, $part);
        }
        fclose($there);
        $results[await($reader)] = true;
    }
    return json_encode(array_keys($results));
};
$lines = ["abcd\n", 'efgh', "ijkl\n"];
echo $filtered(fn($s) => fgets($s) . fgets($s), $lines), "\n";
echo $filtered('stream_get_contents', $lines), "\n";
echo $filtered(function ($s) {
    for ($all = ''; ($part = fread($s, 100)) !== '' && $part !== false; $all .= $part);
    return $all;
}, $lines), "\n";
echo $filtered(fn($s) => stream_get_line($s, 100, "\n"), $lines), "\n";
$long = array_fill(0, 3, str_repeat('x', 20_000));
$expected = json_encode(["head\n" . str_repeat('k', 60_000)]);
echo 'long: ', $filtered('stream_get_contents', $long) === $expected ? 'same' : 'other', "\n";

echo "-- chunks of http://\n";
$server = stream_socket_server('tcp://127.0.0.1:0');
$address = 'http://' . stream_socket_get_name($server, false) . '/';
$serve = function () use ($server) {
    $client = stream_socket_accept($server);
    while (trim(fgets($client)) !== '');
    fwrite($client, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
    for ($i = 0; $i < 4; $i++) {
        suspend();
        fwrite($client, "8\r\nchunk $i\n\r\n");
    }
    fwrite($client, "0\r\n\r\n");
    fclose($client);
};
foreach (['file_get_contents', fn($url) => implode('', file($url)), fn($url) => stream_get_contents(fopen($url, 'r'))] as $read) {
    spawn($serve);
    echo json_encode(await(spawn($read, $address))), "\n";
}
--EXPECT--
["head\nnopq\nrstuvwxy\n"]
["head\nnopq\nrstuvwxy\n"]
["head\nnopq\nrstuvwxy\n"]
["head\nnopq"]
long: same
-- chunks of http://
"chunk 0\nchunk 1\nchunk 2\nchunk 3\n"
"chunk 0\nchunk 1\nchunk 2\nchunk 3\n"
"chunk 0\nchunk 1\nchunk 2\nchunk 3\n"
