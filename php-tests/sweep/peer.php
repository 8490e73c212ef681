<?php

declare(strict_types=1);

/*
 * peer.php PORT DIRECTORY
 *
 * The other end of sockets, in a process of its own: a server that takes its time. The first line of a connection says
 * what is wanted:
 *
 *   lines NAME          five lines of text, one at a time, then the end
 *   echo                what comes goes back, later
 *   drain               nothing is read for a while, then everything; the number of bytes is the answer
 *   call PORT           later, it connects to that port, sends a line and reads to the end
 *   message KEY TEXT    later, that text is sent into a message queue of System V
 *   take KEY            later, messages are taken out of that queue
 *   hold KEY            takes a semaphore, says so, and gives it back later
 *   publish PORT NAME   later, publishes to a channel of redis, twice
 *   crowd PATH          makes a socket without room, says so, and accepts later
 *   tls NAME            the same as lines, after a handshake
 *   GET|POST|… PATH     an answer of HTTP, in pieces, that repeats the request; of SOAP or late if the path says so
 *
 * A connection may begin with a handshake of TLS. On the same port of UDP, datagrams go back, later. `call` and
 * `datagram` are also asked for by datagrams:
 * "to PORT TEXT" sends one there.
 */

const DELAY = 0.006;

set_error_handler(fn() => true);
[, $port, $dir] = $argv;
$context = stream_context_create(['ssl' => ['local_cert' => certificate("$dir/certificate.pem"), 'verify_peer' => false]]);
$listener = stream_socket_server("tcp://127.0.0.1:$port", $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
$datagrams = stream_socket_server("udp://127.0.0.1:$port", $code, $message, STREAM_SERVER_BIND);
if (!$listener || !$datagrams) {
    exit(1);
}

/** @var list<array{float, Closure}> what is to be done, and when */
$later = [];
/** @var array<int, array> connections by id */
$connections = [];

/** A certificate of our own with its key, or nothing where PHP knows no TLS. */
function certificate(string $file): string
{
    if (function_exists('openssl_pkey_new')) {
        $key = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1']);
        $certificate = openssl_csr_sign(openssl_csr_new(['commonName' => 'sweep'], $key), null, $key, 30);
        openssl_x509_export($certificate, $text);
        openssl_pkey_export($key, $secret);
        file_put_contents($file, $text . $secret);
    }
    return $file;
}

/** A client that ends a connection in the middle must not end the peer. */
function attempt(Closure $does): void
{
    try {
        $does();
    } catch (TypeError $e) {
        fwrite(STDERR, "$e\n");
    }
}

function later(float $delay, Closure $does): void
{
    global $later;
    $later[] = [microtime(true) + $delay, $does];
}

function finish($stream): void
{
    global $connections;
    unset($connections[(int) $stream]);
    fclose($stream);
}

/** Sends pieces, one at a time, then the end. */
function send_pieces($stream, array $pieces, bool $ends = true, float $delay = DELAY): void
{
    later($delay, function () use ($stream, $pieces, $ends) {
        if ($pieces && is_resource($stream) && fwrite($stream, array_shift($pieces)) !== false) {
            send_pieces($stream, $pieces, $ends);
        } elseif ($ends && is_resource($stream)) {
            finish($stream);
        }
    });
}

function lines(string $name): array
{
    return array_map(fn(int $n) => "$name line $n " . str_repeat($name, $n) . "\n", range(1, 5));
}

function answer($stream, string $request): void
{
    [$method, $path] = explode(' ', $request);
    [, $body] = explode("\r\n\r\n", $request, 2) + [1 => ''];
    $text = "$method $path " . strlen($body) . ' ' . md5($body) . "\n" . implode(lines(basename($path)));
    if (str_contains($path, 'xml')) {
        $text = '<?xml version="1.0"?><list name="' . basename($path) . '"><item>' . str_repeat('x', 50) . '</item></list>';
    }
    if (str_contains($path, 'soap')) {
        preg_match('~<(?:ns1:)?(\w+)[^>]*><(?:param\d|\w+)[^>]*>([^<]*)<~', strstr($body, 'Body>') ?: '', $m);
        $text = '<?xml version="1.0"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:sweep"'
            . ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><SOAP-ENV:Body>'
            . "<ns1:answer><return xsi:type=\"xsd:string\">" . strrev($m[2] ?? '') . ' from ' . basename($path)
            . '</return></ns1:answer></SOAP-ENV:Body></SOAP-ENV:Envelope>';
    }
    $head = "HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\nX-Path: $path\r\nContent-Length: " . strlen($text) . "\r\n\r\n";
    $half = intdiv(strlen($text), 2);
    $pieces = $method === 'HEAD' ? [$head] : [$head, substr($text, 0, $half), substr($text, $half)];
    send_pieces($stream, $pieces, delay: str_contains($path, 'late') ? 5 * DELAY : DELAY);
}

/** The first line of a connection, and what follows. */
function begin(array &$connection): void
{
    global $connections;
    $stream = $connection['stream'];
    [$line, $rest] = explode("\n", $connection['input'], 2);
    [$word, $argument] = explode(' ', trim($line)) + [1 => ''];
    switch ($word) {
        case 'lines':
            send_pieces($stream, lines($argument));
            break;
        case 'echo':
            $connection['echo'] = true;
            $rest === '' || send_pieces($stream, [$rest], false);
            break;
        case 'drain':
            $connection['waits'] = true;
            later(20 * DELAY, function () use ($stream) {
                global $connections;
                $connections[(int) $stream]['waits'] = false;
            });
            $connection['drain'] = strlen($rest);
            break;
        case 'call':
            later(DELAY, function () use ($argument) {
                $caller = stream_socket_client("tcp://127.0.0.1:$argument");
                $caller && send_pieces($caller, ["hello $argument\n"]);
            });
            send_pieces($stream, ["calls\n"]);
            break;
        case 'message':
            [, $key, $text] = explode(' ', trim($line), 3);
            later(2 * DELAY, fn() => msg_send(msg_get_queue((int) $key), 1, $text));
            break;
        case 'take':
            later(2 * DELAY, function () use ($argument) {
                while (msg_receive(msg_get_queue((int) $argument), 1, $type, 8192, $message, true, MSG_IPC_NOWAIT));
            });
            break;
        case 'hold':
            $semaphore = sem_get((int) $argument);
            sem_acquire($semaphore);
            fwrite($stream, "held\n");
            later(8 * DELAY, fn() => sem_release($semaphore));
            break;
        case 'publish':
            [, $port, $channel] = explode(' ', trim($line));
            foreach ([5, 10] as $times) {
                later($times * DELAY, function () use ($port, $channel) {
                    $redis = stream_socket_client("tcp://127.0.0.1:$port");
                    fwrite($redis, "PUBLISH $channel text\r\n");
                    fgets($redis);
                });
            }
            break;
        case 'crowd':
            $crowd = stream_socket_server("unix://$argument", $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
                stream_context_create(['socket' => ['backlog' => 1]]));
            for ($first = []; count($first) < 4 && ($one = stream_socket_client("unix://$argument", $code, $message, 0.001));) {
                $first[] = $one;
            }
            fwrite($stream, "crowded\n");
            later(8 * DELAY, function () use ($crowd, &$first) {
                for ($accepted = []; $one = @stream_socket_accept($crowd, 0.01);) {
                    $accepted[] = $one;
                }
                // A client that comes later finds room.
                later(80 * DELAY, fn() => [$crowd, $first, $accepted]);
            });
            break;
        case 'tls':
            $connection['waits'] = true;
            later(DELAY, fn() => greet($stream, fn() => send_pieces($stream, lines($argument))));
            break;
        default:
            $connection['http'] = true;
    }
    $connection['begun'] = true;
}

/** A handshake, in steps. */
function greet($stream, Closure $then): void
{
    $done = is_resource($stream) ? stream_socket_enable_crypto($stream, true, STREAM_CRYPTO_METHOD_TLS_SERVER) : false;
    match ($done) {
        true => $then(),
        false => is_resource($stream) && finish($stream),
        default => later(0.001, fn() => greet($stream, $then)),
    };
}

function receive(array &$connection): void
{
    $stream = $connection['stream'];
    if ($connection['input'] === '' && !isset($connection['greeted']) && stream_socket_recvfrom($stream, 1, STREAM_PEEK) === "\x16") {
        $connection['waits'] = $connection['greeted'] = true;
        later(DELAY, fn() => greet($stream, function () use ($stream) {
            global $connections;
            $connections[(int) $stream]['waits'] = false;
        }));
        return;
    }
    if ($connection['input'] === '' && preg_match('~^tls .*\n~', (string) stream_socket_recvfrom($stream, 100, STREAM_PEEK), $line)) {
        // The handshake may be there already; it is not ours to read.
        $connection['input'] = stream_socket_recvfrom($stream, strlen($line[0]));
        begin($connection);
        return;
    }
    $data = fread($stream, 65536);
    if ($data === '' || $data === false) {
        if (!feof($stream)) {
            return;
        }
        if (isset($connection['drain'])) {
            fwrite($stream, "$connection[drain]\n");
        }
        finish($stream);
        return;
    }
    if (isset($connection['echo'])) {
        send_pieces($stream, [$data], false);
    } elseif (isset($connection['drain'])) {
        $connection['drain'] += strlen($data);
    } else {
        $connection['input'] .= $data;
        if (!isset($connection['begun']) && str_contains($connection['input'], "\n")) {
            begin($connection);
        }
        if (isset($connection['http']) && preg_match('~^(.*?\r\n\r\n)(.*)$~s', $connection['input'], $parts)) {
            $length = preg_match('~^Content-Length: (\d+)~mi', $parts[1], $m) ? (int) $m[1] : 0;
            if (strlen($parts[2]) >= $length) {
                unset($connection['http']);
                answer($stream, $connection['input']);
            }
        }
    }
}

function datagram(): void
{
    global $datagrams;
    $text = stream_socket_recvfrom($datagrams, 65536, 0, $from);
    $to = preg_match('~^to (\d+) (.*)~s', $text, $m) ? ["127.0.0.1:$m[1]", $m[2]] : [$from, strrev($text)];
    later(DELAY, fn() => stream_socket_sendto($datagrams, $to[1], 0, $to[0]));
}

while (true) {
    $read = [$listener, $datagrams];
    foreach ($connections as $connection) {
        if (!($connection['waits'] ?? false) && is_resource($connection['stream'])) {
            $read[] = $connection['stream'];
        }
    }
    $next = $later ? max(0, min(array_column($later, 0)) - microtime(true)) : 1;
    $write = $except = null;
    stream_select($read, $write, $except, 0, (int) ($next * 1e6));
    foreach ($read as $stream) {
        if ($stream === $listener) {
            if ($accepted = stream_socket_accept($listener, 0)) {
                stream_set_blocking($accepted, false);
                $connections[(int) $accepted] = ['stream' => $accepted, 'input' => ''];
            }
        } elseif ($stream === $datagrams) {
            datagram();
        } elseif (isset($connections[(int) $stream])) {
            attempt(function () use (&$connections, $stream): void {
                receive($connections[(int) $stream]);
            });
        }
    }
    $now = microtime(true);
    foreach ($later as $place => [$time, $does]) {
        if ($time <= $now) {
            unset($later[$place]);
            attempt($does);
        }
    }
}
