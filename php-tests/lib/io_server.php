<?php
// Clients for the tests of php-tests/ext/io_server, and what has to be left when a server was stopped.

require_once __DIR__ . '/temporary.php';
require_once __DIR__ . '/io_handle.php';

/** @return resource a connection */
function connect(int $port)
{
    $client = stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 10);
    return $client ?: throw new RuntimeException("no connection: $message");
}

function write_all($client, string $bytes): void
{
    for ($at = 0; $at < strlen($bytes); $at += $written) {
        // A piece at a time: a substring of everything that is left would be copied for each.
        $written = @fwrite($client, substr($bytes, $at, 65_536));
        if (!$written) {
            return; // the peer has gone
        }
    }
}

function read_rest($client): string
{
    $all = '';
    while (!feof($client)) {
        $all .= @fread($client, 65_536);
    }
    return $all;
}

/** Sends it, says that no more comes, and returns everything that comes back. */
function exchange(int $port, string ...$pieces): string
{
    $client = connect($port);
    foreach ($pieces as $piece) {
        write_all($client, $piece);
    }
    stream_socket_shutdown($client, STREAM_SHUT_WR);
    return read_rest($client);
}

/** The next response of a connection: its status and its body, which a response to HEAD has not. */
function response($client, bool $has_body = true): array
{
    $status = (int) substr((string) fgets($client), 9, 3);
    $length = 0;
    while (($line = fgets($client)) !== false && $line !== "\r\n") {
        if (sscanf($line, 'Content-Length: %d', $number) === 1) {
            $length = $number;
        }
    }
    $body = '';
    while ($has_body && strlen($body) < $length && !feof($client)) {
        $body .= fread($client, min(65_536, $length - strlen($body)));
    }
    return [$status, $has_body ? $body : $length];
}

function request(string $path, string $method = 'GET', string $headers = ''): string
{
    return "$method /$path HTTP/1.1\r\nHost: test\r\n$headers\r\n";
}

/** The statuses of all responses in a piece of text. */
function statuses(string $text): string
{
    preg_match_all('~HTTP/1\.1 (\d+) ~', $text, $found);
    return implode(' ', $found[1]);
}

/** The peer sees a reset, also where something was read ahead. */
function reset_connection($client): void
{
    $socket = @socket_import_stream($client);
    socket_set_option($socket, SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 0]);
    unset($socket);
    fclose($client);
}

/** Waits until a condition holds; workers and the kernel take their time. */
function until(callable $condition): bool
{
    for ($i = 0; $i < 5000; $i++) {
        if ($condition()) {
            return true;
        }
        Async\delay(1);
    }
    return false;
}

/** Nothing that an event loop could wait for is left, and no descriptor. */
function print_left(int $descriptors): void
{
    $descriptors_left = until(fn() => open_descriptors() <= $descriptors) ? 'none' : open_descriptors() - $descriptors;
    $events = until(fn() => async_test_counts()[0] === 0) ? 'none' : async_test_counts()[0];
    echo "left: descriptors $descriptors_left, events $events\n";
}
