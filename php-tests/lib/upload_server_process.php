<?php
/**
 * The process behind UploadServer (upload_server.php). Prints its port, then answers requests with JSON that says what came:
 * [method, length and digest of the body, fields and files of a form].
 *   /after/N     the same, N milliseconds later
 *   /drip/N      N lines of a number instead, 2 ms apart
 * A connection ends with its answer. Requests may come in any pieces. Ends when its standard input closes, or after 60 seconds.
 */

$listener = stream_socket_server('tcp://127.0.0.1:0');
echo substr(strrchr(stream_socket_get_name($listener, false), ':'), 1), "\n";

/** The fields and files of a form: names to texts, or to [name, type, contents]. */
function form(string $type, string $body): array
{
    if (str_starts_with($type, 'application/x-www-form-urlencoded')) {
        parse_str($body, $fields);
        return $fields;
    }
    $fields = [];
    if (preg_match('~boundary=(\S+)~', $type, $m)) {
        foreach (array_slice(explode("--$m[1]", $body), 1, -1) as $part) {
            [$head, $text] = explode("\r\n\r\n", $part, 2);
            $text = substr($text, 0, -2);
            preg_match('~ name="(.*?)"(?:; filename="(.*?)")?~', $head, $names);
            preg_match('~^Content-Type: (\S+)~m', $head, $types);
            $fields[$names[1]] = isset($names[2]) ? [$names[2], $types[1] ?? '', $text] : $text;
        }
    }
    return $fields;
}

/** @return ?list<array{float, string}> the parts of the answer and when they are due; null while something of the request is missing */
function answer(string $request): ?array
{
    if (!str_contains($request, "\r\n\r\n")) {
        return null;
    }
    [$head, $body] = explode("\r\n\r\n", $request, 2);
    $length = preg_match('~^Content-Length: (\d+)~mi', $head, $m) ? (int) $m[1] : 0;
    // What is sent in chunks is waited for and not looked at.
    $chunks = preg_match('~^Transfer-Encoding: chunked~mi', $head);
    if ($chunks ? !str_ends_with("\r\n$body", "\r\n0\r\n\r\n") : strlen($body) < $length) {
        return null;
    }
    [$method, $path] = explode(' ', $head);
    $now = microtime(true);
    $begin = "HTTP/1.1 200 OK\r\nX-Path: $path\r\nConnection: close\r\nContent-Length: ";
    if (preg_match('~^/drip/(\d+)~', $path, $m)) {
        $parts = [[$now, $begin . 4 * $m[1] . "\r\n\r\n"]];
        for ($i = 0; $i < $m[1]; $i++) {
            $parts[] = [$now + 0.002 * $i, sprintf("%03d\n", $i)];
        }
        return $parts;
    }
    $form = form(preg_match('~^Content-Type: (.*)~mi', $head, $m) ? trim($m[1]) : '', $body);
    $text = json_encode([$method, ...($form ? [0, 0] : [strlen($body), crc32($body)]), $form], JSON_UNESCAPED_SLASHES);
    $after = preg_match('~^/after/(\d+)~', $path, $m) ? $m[1] / 1000 : 0;
    return [[$now + $after, $begin . strlen($text) . "\r\n\r\n$text"]];
}

$clients = [];
$end = microtime(true) + 60;
while (microtime(true) < $end) {
    $read = [STDIN, $listener];
    $due = microtime(true) + 0.5;
    foreach ($clients as $client) {
        if ($client->parts === null) {
            $read[] = $client->stream;
        } else {
            $due = min($due, $client->parts[0][0]);
        }
    }
    $write = $except = null;
    stream_select($read, $write, $except, 0, max(0, (int) (($due - microtime(true)) * 1e6)));
    foreach ($read as $stream) {
        if ($stream === STDIN) {
            exit;
        }
        if ($stream === $listener) {
            if ($new = @stream_socket_accept($listener, 0)) {
                $clients[(int) $new] = (object) ['stream' => $new, 'in' => '', 'parts' => null];
            }
            continue;
        }
        $client = $clients[(int) $stream];
        $data = @fread($stream, 65536);
        if ($data === '' || $data === false) {
            unset($clients[(int) $stream]);
            continue;
        }
        $client->in .= $data;
        $client->parts = answer($client->in);
    }
    foreach ($clients as $id => $client) {
        while ($client->parts && $client->parts[0][0] <= microtime(true)) {
            @fwrite($client->stream, array_shift($client->parts)[1]);
        }
        if ($client->parts === []) {
            fclose($client->stream);
            unset($clients[$id]);
        }
    }
}
