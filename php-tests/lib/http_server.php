<?php
/**
 * The process behind HttpServer (http.php). Prints its port, then answers GET requests:
 *   /hello       "hello" at once
 *   /after/N     "after N", N milliseconds later
 *   /kept/N      the same, and the connection stays open for the next request
 *   /hang        accepts the request and never answers
 *   /drip        ten parts of one byte, 5 ms apart
 *   /drip/N      the same, N milliseconds apart
 *   /together/N/TEXT   TEXT, encoded for URLs, when N such requests wait for their answers at one time
 * Ends when its standard input closes, or after 20 seconds.
 */

$listener = stream_socket_server('tcp://127.0.0.1:0');
echo substr(strrchr(stream_socket_get_name($listener, false), ':'), 1), "\n";

/** @var array<int, array{stream: resource, in: string, plan: ?array<int, array{float, string}>, kept: bool}> $clients */
$clients = [];
/** @var array<int, string> $together what is asked for, by client */
$together = [];
$end = microtime(true) + 20;

function answer(string $body): string
{
    return "HTTP/1.0 200 OK\r\nContent-Length: " . strlen($body) . "\r\nConnection: close\r\n\r\n$body";
}

function plan(string $path): ?array
{
    $now = microtime(true);
    if ($path === '/hang' || str_starts_with($path, '/together/')) {
        return null;
    }
    if (preg_match('~^/drip(?:/(\d+))?$~', $path, $m)) {
        $plan = [[$now, "HTTP/1.0 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n"]];
        for ($i = 0; $i < 10; $i++) {
            $plan[] = [$now + $i * ($m[1] ?? 5) / 1000, (string) $i];
        }
        return $plan;
    }
    if (preg_match('~^/kept/(\d+)~', $path, $m)) {
        $body = "after $m[1]";
        return [[$now + $m[1] / 1000, "HTTP/1.1 200 OK\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body"]];
    }
    if (preg_match('~^/after/(\d+)~', $path, $m)) {
        return [[$now + $m[1] / 1000, answer("after $m[1]")]];
    }
    return [[$now, answer('hello')]];
}

while (microtime(true) < $end) {
    $read = [STDIN, $listener, ...array_column($clients, 'stream')];
    $write = $except = null;
    $due = microtime(true) + 0.5;
    foreach ($clients as $client) {
        if ($client['plan']) {
            $due = min($due, $client['plan'][0][0]);
        }
    }
    stream_select($read, $write, $except, 0, max(0, (int) (($due - microtime(true)) * 1e6)));

    foreach ($read as $stream) {
        if ($stream === STDIN) {
            exit;
        }
        if ($stream === $listener) {
            if ($new = @stream_socket_accept($listener, 0)) {
                stream_set_blocking($new, false);
                $clients[(int) $new] = ['stream' => $new, 'in' => '', 'plan' => null, 'kept' => false];
            }
            continue;
        }
        $id = (int) $stream;
        $data = fread($stream, 65536);
        if ($data === '' || $data === false) {
            unset($clients[$id], $together[$id]);
            fclose($stream);
            continue;
        }
        $clients[$id]['in'] .= $data;
        if (str_contains($clients[$id]['in'], "\r\n\r\n")) {
            $path = explode(' ', $clients[$id]['in'])[1];
            $clients[$id]['plan'] = plan($path);
            $clients[$id]['kept'] = str_starts_with($path, '/kept/');
            $clients[$id]['in'] = '';
            if (preg_match('~^/together/(\d+)/(.*)~', $path, $m)) {
                $together[$id] = urldecode($m[2]);
                if (count($together) === (int) $m[1]) {
                    foreach ($together as $each => $text) {
                        $clients[$each]['plan'] = [[0.0, answer($text)]];
                    }
                    $together = [];
                }
            }
        }
    }

    foreach ($clients as $id => $client) {
        if (!$client['plan']) {
            continue;
        }
        while ($client['plan'] && $client['plan'][0][0] <= microtime(true)) {
            fwrite($client['stream'], array_shift($client['plan'])[1]);
        }
        $clients[$id]['plan'] = $client['plan'];
        if (!$client['plan'] && !$client['kept']) {
            fclose($client['stream']);
            unset($clients[$id]);
        }
    }
}
