--TEST--
SO-6, CU-3: fclose() of a stream that a transfer of another coroutine has as a FILE* waits for the transfer
--DESCRIPTION--
Rules: io SO-6, io CU-3, io CX-12
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/waits.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$listener = stream_socket_server('tcp://127.0.0.1:0');
$url = 'http://' . stream_socket_get_name($listener, false) . '/';
const PARTS = 100000;

/** Answers one request, or what the client has sent of it, in two parts: the second one when it may go on. */
function serve(bool &$go_on, int $upload = 0): Async\Coroutine
{
    global $listener;
    return spawn(function () use ($listener, &$go_on, $upload) {
        $client = stream_socket_accept($listener);
        while (trim((string) fgets($client)) !== '');
        if (!$upload) {
            fwrite($client, "HTTP/1.1 200 OK\r\nX: y\r\nTrailer: Z\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n");
            fwrite($client, dechex(PARTS) . "\r\n" . str_repeat('a', PARTS) . "\r\n");
        }
        while (!$go_on) {
            delay(1);
        }
        if ($upload) {
            $got = stream_get_contents($client, $upload);
            fwrite($client, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            return strlen($got);
        }
        @fwrite($client, dechex(PARTS) . "\r\n" . str_repeat('b', PARTS) . "\r\n0\r\nZ: trailer\r\n\r\n");
    });
}

/** Closes in a coroutine, and tells whether that has ended beside the transfer. */
function closing($stream): Async\Coroutine
{
    $closing = spawn(fclose(...), $stream);
    delay(20);
    echo $closing->isCompleted() ? 'closed, ' : 'waits, ', get_resource_type($stream), ', ';
    return $closing;
}

/** What is allocated now may lie where something was freed. */
function others(string $path): array
{
    for ($i = 0; $i < 20; $i++) {
        $others[] = fopen($path, 'w');
        curl_setopt(curl_init(), CURLOPT_FILE, end($others));
    }
    return $others;
}

$path = tempnam(sys_get_temp_dir(), 'curl');
$other = tempnam(sys_get_temp_dir(), 'curl');

$body = fn($content) => [substr_count($content, 'a'), substr_count($content, 'b')] === [PARTS, PARTS];
$options = [
    'FILE' => [[], CURLOPT_FILE, $body],
    'a copy' => [[], CURLOPT_FILE, $body],
    'WRITEHEADER' => [[CURLOPT_RETURNTRANSFER => true], CURLOPT_WRITEHEADER, fn($content) => str_contains($content, 'Z: trailer')],
    // Libraries differ in the words.
    'STDERR' => [
        [CURLOPT_RETURNTRANSFER => true, CURLOPT_VERBOSE => true],
        CURLOPT_STDERR,
        fn($content) => preg_match('/(Closing|shutting down) connection/', $content) === 1,
    ],
];
foreach ($options as $name => [$set, $option, $is_whole]) {
    echo "$name: ";
    $go_on = false;
    $server = serve($go_on);
    $file = fopen($path, 'w');
    $handle = curl_init($url);
    curl_setopt_array($handle, $set + [$option => $file]);
    if ($name === 'a copy') {
        $handle = curl_copy_handle($handle);
    }
    $transfer = spawn(fn() => curl_exec($handle));
    delay(30);
    $closing = closing($file);
    $others = others($other);
    $go_on = true;
    echo await($transfer) ? 'received, ' : curl_error($handle), await($closing) ? 'closed, ' : '';
    array_map(fclose(...), $others);
    await($server);
    echo $is_whole(file_get_contents($path)) ? 'whole' : 'in parts', filesize($other) ? ', in another file' : '', "\n";
}

echo 'INFILE: ';
$go_on = false;
$size = 20_000_000;
$server = serve($go_on, $size);
file_put_contents($path, str_repeat('u', $size));
$file = fopen($path, 'r');
$handle = curl_init($url);
$upload = [CURLOPT_UPLOAD => true, CURLOPT_INFILESIZE => $size, CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => ['Expect:']];
curl_setopt_array($handle, $upload + [CURLOPT_INFILE => $file]);
$transfer = spawn(fn() => curl_exec($handle));
delay(30);
$closing = closing($file);
$go_on = true;
echo await($transfer) === '' ? 'sent, ' : curl_error($handle), await($closing) ? 'closed, ' : '', await($server), "\n";

// Not the handle's any more.
echo 'reset: ';
$go_on = false;
$server = serve($go_on);
$file = fopen($path, 'w');
curl_setopt($handle, CURLOPT_FILE, $file);
curl_reset($handle);
curl_setopt_array($handle, [CURLOPT_URL => $url, CURLOPT_RETURNTRANSFER => true]);
$transfer = spawn(fn() => curl_exec($handle));
delay(30);
closing($file);
$go_on = true;
echo strlen(await($transfer)), "\n";
await($server);

// A transfer that is cancelled is left by its coroutine; a close is not cancellable.
foreach (['transfer', 'closing'] as $cancelled) {
    echo "cancelled $cancelled: ";
    $go_on = false;
    $server = serve($go_on);
    $file = fopen($path, 'w');
    curl_reset($handle);
    curl_setopt_array($handle, [CURLOPT_URL => $url, CURLOPT_FILE => $file]);
    $transfer = ends(fn() => curl_exec($handle));
    delay(30);
    $closing = closing($file);
    if ($cancelled === 'transfer') {
        $transfer->cancel();
        echo await($transfer), ', ', await($closing) ? 'closed' : '';
        $go_on = true;
    } else {
        $closing->cancel();
        delay(20);
        echo $closing->isCompleted() ? 'closed, ' : 'waits, ';
        $go_on = true;
        echo await($transfer), ', ';
        try {
            await($closing);
        } catch (Async\AsyncCancellation) {
            echo get_resource_type($file), ' and cancelled';
        }
    }
    await($server);
    echo "\n";
}

// The coroutine of the transfer itself would wait for ever. PHP warns that the handle has lost its stream.
echo 'in a callback: ';
$go_on = true;
$server = serve($go_on, 3);
file_put_contents($path, 'abc');
$file = fopen($path, 'r');
curl_reset($handle);
curl_setopt_array($handle, [CURLOPT_INFILESIZE => 3, CURLOPT_INFILE => $file, CURLOPT_URL => $url] + $upload);
curl_setopt($handle, CURLOPT_HEADERFUNCTION, function ($handle, $line) use ($file) {
    echo is_resource($file) && fclose($file) ? 'closed, ' : '';
    return strlen($line);
});
echo await(spawn(fn() => @curl_exec($handle))) === '' ? 'sent, ' : curl_error($handle), await($server), "\n";
unlink($path);
unlink($other);
?>
--EXPECT--
FILE: waits, Unknown, received, closed, whole
a copy: waits, Unknown, received, closed, whole
WRITEHEADER: waits, Unknown, received, closed, whole
STDERR: waits, Unknown, received, closed, whole
INFILE: waits, Unknown, sent, closed, 20000000
reset: closed, Unknown, 200000
cancelled transfer: waits, Unknown, Async\AsyncCancellation: Coroutine cancelled, closed
cancelled closing: waits, Unknown, waits, something, Unknown and cancelled
in a callback: closed, sent, 3
