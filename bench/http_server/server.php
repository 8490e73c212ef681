<?php

declare(strict_types=1);

/*
 * The smallest HTTP server with kept connections that PHP code makes of PHP's own streams: a coroutine for each connection, a line of
 * text for each request. Prints its port; ends when its standard input does.
 */

use function Async\{graceful_shutdown, spawn};

const RESPONSE = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world!";

function serve($client): void
{
    $received = '';
    while (($part = fread($client, 8192)) !== '' && $part !== false) {
        $received .= $part;
        while (($end = strpos($received, "\r\n\r\n")) !== false) {
            $received = substr($received, $end + 4);
            fwrite($client, RESPONSE);
        }
    }
    fclose($client);
}

$backlog = stream_context_create(['socket' => ['backlog' => 1024]]);
$server = stream_socket_server('tcp://127.0.0.1:0', $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $backlog);
spawn(function () use ($server) {
    while (true) {
        if ($client = @stream_socket_accept($server)) spawn(serve(...), $client);
    }
});
echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
fgets(STDIN);
// Coroutines that accept and serve for ever would go on behind the end of the script.
graceful_shutdown();
