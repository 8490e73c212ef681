<?php

declare(strict_types=1);

/*
 * Three ways to fetch a page in PHP. None of them knows anything of coroutines: called in one, each suspends it wherever
 * it would have blocked the process.
 */

function fetch_with_file_get_contents(string $url): string
{
    $body = file_get_contents($url);
    if ($body === false) {
        throw new RuntimeException("file_get_contents failed for $url");
    }
    return $body;
}

function fetch_with_curl(string $url): string
{
    $handle = curl_init($url);
    curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_FAILONERROR => true, CURLOPT_TIMEOUT => 30]);
    $body = curl_exec($handle);
    if ($body === false) {
        throw new RuntimeException(curl_error($handle));
    }
    return $body;
}

/** HTTP/1.1 by hand, as a library on plain sockets would do it. */
function fetch_with_sockets(string $url): string
{
    ['host' => $host, 'port' => $port, 'path' => $path] = parse_url($url);
    $socket = stream_socket_client("tcp://$host:$port", $code, $message, 30);
    if ($socket === false) {
        throw new RuntimeException("cannot connect to $host:$port: $message");
    }

    fwrite($socket, "GET $path HTTP/1.1\r\nHost: $host:$port\r\nConnection: close\r\n\r\n");

    $status = fgets($socket);
    if ($status === false || !preg_match('~^HTTP/1\.[01] 200 ~', $status)) {
        throw new RuntimeException('unexpected answer: ' . trim((string) $status));
    }
    $length = null;
    while (($line = fgets($socket)) !== false && rtrim($line) !== '') {
        if (preg_match('~^Content-Length:\s*(\d+)~i', $line, $match)) {
            $length = (int) $match[1];
        }
    }

    $body = '';
    while (!feof($socket) && ($length === null || strlen($body) < $length)) {
        $part = fread($socket, 65536);
        if ($part === false) {
            break;
        }
        $body .= $part;
    }
    fclose($socket);
    if ($length !== null && strlen($body) !== $length) {
        throw new RuntimeException(sprintf('%d of %d bytes received', strlen($body), $length));
    }
    return $body;
}
