--TEST--
EG-9: http_get_last_response_headers() tells of the coroutine's own last request
--DESCRIPTION--
Rules: io EG-9
Order: independent
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip since PHP 8.4'); ?>
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../lib/at_once.php';

$server = stream_socket_server('tcp://127.0.0.1:0');
$url = 'http://' . stream_socket_get_name($server, false);
$serving = spawn(function () use ($server) {
    while ($client = @stream_socket_accept($server, 60)) {
        spawn(function () use ($client) {
            $request = fgets($client);
            preg_match('~/(\d)~', $request, $m);
            Async\delay(5);
            fwrite($client, "HTTP/1.0 200 OK\r\nX-Number: $m[1]\r\n\r\nbody $m[1]");
            fclose($client);
        });
    }
});
at_once('http_get_last_response_headers', function ($i) use ($url) {
    $none = http_get_last_response_headers();
    pause();
    $body = file_get_contents("$url/$i");
    pause();
    return [$none, $body, http_get_last_response_headers()];
});
$serving->cancel();
--EXPECT--
http_get_last_response_headers: as alone
