<?php

declare(strict_types=1);

/*
 * server.php DSN USER CONNECTIONS: one process, a coroutine for each client, and a PDO object whose pool has so many connections.
 * Prints its port; ends when its standard input does.
 */

use function Async\{graceful_shutdown, spawn};

require __DIR__ . '/queries.php';

[, $dsn, $user, $connections] = $argv;
$pdo = new PDO($dsn, $user, '', [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_MAX => (int) $connections,
]);

$serve = function ($client) use ($pdo): void {
    $received = '';
    while (($part = fread($client, 8192)) !== '' && $part !== false) {
        $received .= $part;
        while (($end = strpos($received, "\r\n\r\n")) !== false) {
            $received = substr($received, $end + 4);
            try {
                [$status, $body] = ['200 OK', ten_queries($pdo)];
            } catch (Throwable $e) {
                [$status, $body] = ['500 Internal Server Error', $e->getMessage()];
            }
            fwrite($client, "HTTP/1.1 $status\r\nContent-Type: text/plain\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body");
        }
    }
    fclose($client);
};

$server = stream_socket_server('tcp://127.0.0.1:0');
spawn(function () use ($server, $serve) {
    while (true) {
        if ($client = @stream_socket_accept($server)) spawn($serve, $client);
    }
});
echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
fgets(STDIN);
graceful_shutdown();
