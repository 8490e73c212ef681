--TEST--
An extension of an outsider: its file server answers clients that send nonsense, too much, too slowly, or go away, and others beside them
--DESCRIPTION--
Rules: ABI-2, ABI-155, ABI-156, ABI-157, ABI-158
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('io_server'))) die('skip needs io_server');
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
if (!extension_loaded('sockets')) die('skip needs sockets');
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
file_put_contents("$directory/small", 'small');
file_put_contents("$directory/large", $large = str_repeat(text(100_000), 120));
mkdir("$directory/sub");
posix_mkfifo("$directory/fifo", 0600);
file_put_contents(dirname($directory) . '/outside', 'secret');
$descriptors = open_descriptors();
$port = io_server_files($directory, '127.0.0.1', 0);

echo "-- what is asked for\n";
foreach (['small', 'none', '', 'sub', 'fifo', '../outside', 'sub/../../outside', '%2e%2e/outside', '..%2foutside', '/etc/passwd',
        'small%00', 'small%zz', 'small%', '%73mall', 'sub/..', '..small', str_repeat('a/', 3000)] as $path) {
    $back = exchange($port, request($path));
    echo strlen($path) > 100 ? 'a long path' : "/$path", ': ', statuses($back), str_contains($back, 'secret') ? ' SECRET' : '', "\n";
}

echo "-- how\n";
foreach ([
    'POST with a body' => request('small', 'POST', "Content-Length: 5\r\n") . 'GET /',
    'DELETE' => request('small', 'DELETE'),
    'get' => request('small', 'get'),
    'GET with a body' => request('small', headers: "Content-Length: 3\r\n") . 'abc' . request('small'),
    'GET with chunks' => request('small', headers: "Transfer-Encoding: chunked\r\n") . "0\r\n\r\n",
    'GET with a body of length 0' => request('small', headers: "Content-Length: 0\r\n"),
    'no host' => "GET /small HTTP/1.1\r\n\r\n",
    'HTTP/1.0' => "GET /small HTTP/1.0\r\n\r\n" . request('small'),
    'HTTP/1.0, kept' => "GET /small HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" . request('small'),
    'closed' => request('small', headers: "connection:close\r\n") . request('small'),
    'HTTP/2' => "GET /small HTTP/2.0\r\n\r\n",
    'nonsense' => "\x16\x03\x01\0\r\n\r\n",
    'an empty head' => "\r\n\r\n",
    'no path' => "GET  HTTP/1.1\r\n\r\n",
    'no version' => "GET /small\r\n\r\n",
    'a whole address' => "GET http://test/small HTTP/1.1\r\nHost: test\r\n\r\n",
    'zeros' => str_repeat("\0", 100) . "\r\n\r\n",
    'no end' => "GET /small HTTP/1.1\r\nHost: test\r\n",
    'several' => str_repeat(request('small'), 300),
] as $what => $bytes) {
    $statuses = statuses(exchange($port, $bytes));
    echo "$what: ", strlen($statuses) > 100 ? count(explode(' ', $statuses)) . ' times ' . substr($statuses, 0, 3) : $statuses, "\n";
}
echo 'Allow: ', preg_match('/^Allow: .*/m', exchange($port, request('small', 'PUT')), $allow) ? $allow[0] : 'none', "\n";

echo "-- heads that are too long\n";
// The answer can be read although more was sent than the server takes.
echo 'no end: ', statuses(exchange($port, 'GET /small HTTP/1.1', str_repeat('a', 300_000))), "\n";
$long = 8192 - strlen(request('small', headers: "X: \r\n"));
echo 'as long as can be: ', statuses(exchange($port, request('small', headers: 'X: ' . str_repeat('a', $long) . "\r\n"))), "\n";
echo 'longer: ', statuses(exchange($port, request('small', headers: 'X: ' . str_repeat('a', $long + 1) . "\r\n"))), "\n";
echo 'behind others: ', statuses(exchange($port, request('small') . request('small') . str_repeat('a', 8192))), "\n";
$flood = connect($port);
write_all($flood, str_repeat('x', 5_000_000));
echo 'for ever: ', until(fn() => io_server_connections($port) === 0) ? 'closed' : 'open', "\n";
fclose($flood);

echo "-- in pieces\n";
$slow = connect($port);
foreach (str_split(request('small') . request('none') . request('small', headers: "Connection: close\r\n")) as $byte) {
    fwrite($slow, $byte);
    Async\suspend();
}
echo 'byte by byte: ', statuses(read_rest($slow)), "\n";
fclose($slow);

echo "-- gone\n";
for ($i = 0; $i < 10; $i++) {
    // While the file is sent, before it, and in the middle of a head.
    $reset = connect($port);
    fwrite($reset, request('large') . request('large'));
    if ($i % 2) fread($reset, 1000 * $i);
    reset_connection($reset);
    $reset = connect($port);
    fwrite($reset, 'GET /sm');
    reset_connection($reset);
    $closed = connect($port);
    fwrite($closed, request('large') . request('small'));
    fclose($closed);
}
echo 'closed: ', until(fn() => io_server_connections($port) === 0) ? 'yes' : 'no', "\n";
// The file, more than sockets hold, becomes shorter than announced: the client cannot take what comes next for the rest.
$client = connect($port);
fwrite($client, request('large') . request('small', headers: "Connection: close\r\n"));
$head = fread($client, 10_000);
file_put_contents("$directory/large", 'short');
$rest = $head . read_rest($client);
echo 'shorter: ', statuses($rest) === '200' && strlen($rest) < strlen($large) ? 'cut' : 'not cut ' . statuses($rest), "\n";
fclose($client);

echo "-- still there\n";
echo statuses(exchange($port, request('small'))), "\n";
unset($client, $slow, $flood, $reset, $closed);
io_server_stop($port);
unlink(dirname($directory) . '/outside');
print_left($descriptors);
?>
--EXPECT--
-- what is asked for
/small: 200
/none: 404
/: 404
/sub: 404
/fifo: 404
/../outside: 403
/sub/../../outside: 403
/%2e%2e/outside: 403
/..%2foutside: 403
//etc/passwd: 404
/small%00: 400
/small%zz: 400
/small%: 400
/%73mall: 200
/sub/..: 403
/..small: 404
a long path: 404
-- how
POST with a body: 405
DELETE: 405
get: 405
GET with a body: 400
GET with chunks: 400
GET with a body of length 0: 200
no host: 400
HTTP/1.0: 200
HTTP/1.0, kept: 200 200
closed: 200
HTTP/2: 505
nonsense: 400
an empty head: 400
no path: 400
no version: 400
a whole address: 400
zeros: 400
no end: 
several: 300 times 200
Allow: Allow: GET, HEAD
-- heads that are too long
no end: 431
as long as can be: 200
longer: 431
behind others: 200 200 431
for ever: closed
-- in pieces
byte by byte: 200 404 200
-- gone
closed: yes
shorter: cut
-- still there
200
left: descriptors none, events none
