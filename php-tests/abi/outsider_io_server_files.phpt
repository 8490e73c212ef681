--TEST--
An extension of an outsider serves files over HTTP, byte for byte, small ones by writev and larger ones by sendfile
--DESCRIPTION--
Rules: ABI-2, ABI-155, ABI-156, ABI-157, ABI-158
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('io_server'))) die('skip needs io_server');
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
if (!extension_loaded('curl')) die('skip needs curl');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('io_server');
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/io_server.php';
watchdog(50);
use function Async\{await, delay, spawn};

$directory = temporary_directory();
mkdir("$directory/sub dir");
$sizes = [0, 1, 1024, 16_384, 16_385, 65_536, 65_537, 300_000, getenv('TEST_UNDER') ? 1_000_000 : 12_000_000];
$files = [];
foreach ($sizes as $size) $files["f$size"] = text($size);
$files['sub%20dir/%c3%a9'] = text(100);
// A hole has no pages in memory: a worker sends it, and at the second time the loop.
$files['hole'] = text(200_000) . str_repeat("\0", 700_000);
foreach ($files as $path => $content) file_put_contents("$directory/" . rawurldecode($path), $content);
$hole = fopen("$directory/hole", 'r+');
ftruncate($hole, 200_000);
ftruncate($hole, 900_000);
fclose($hole);

$descriptors = open_descriptors();
$port = io_server_files($directory, '127.0.0.1', 0);
function fetch(int $port, string $path): string
{
    $curl = curl_init("http://127.0.0.1:$port/$path");
    curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_FAILONERROR => true]);
    $body = curl_exec($curl);
    return $body === false ? curl_error($curl) : $body;
}

// With curl, all at once.
$clients = [];
foreach ($files as $path => $content) $clients[$path] = spawn(fetch(...), $port, $path);
foreach ($clients as $path => $client) {
    if (await($client) !== $files[$path]) echo "curl: $path differs\n";
}
echo 'curl: ', count($clients), " files\n";
unset($clients, $client);

// On one connection, one after the other.
$client = connect($port);
foreach ($files as $path => $content) {
    fwrite($client, request("$path?query"));
    if (response($client) !== [200, $content]) echo "kept: $path differs\n";
    fwrite($client, request($path, 'HEAD'));
    if (response($client, false) !== [200, strlen($content)]) echo "HEAD: $path differs\n";
}
echo "kept connection: done\n";

// All requests at once, beside a client that reads nothing for a while.
$slow = connect($port);
fwrite($slow, request('f' . end($sizes)));
$requests = implode(array_map(request(...), array_keys($files)));
fwrite($client, $requests . request('nothing') . request('f1', headers: "Connection: close\r\n"));
foreach ($files as $path => $content) {
    if (response($client) !== [200, $content]) echo "pipelined: $path differs\n";
}
echo json_encode([response($client), response($client), read_rest($client)]), "\n";
fclose($client);
delay(10);
echo 'slow: ', response($slow) === [200, end($files) ? $files['f' . end($sizes)] : ''] ? 'the same' : 'DIFFERENT', "\n";
fclose($slow);
unset($client, $slow);
io_server_stop($port);
print_left($descriptors);
?>
--EXPECT--
curl: 11 files
kept connection: done
[[404,"Not Found"],[200,"c"],""]
slow: the same
left: descriptors none, events none
