<?php

/*
 * Functions that wait for time, for processes and for the network.
 */

$command = fn(Side $s) => "sleep 0.02; printf '{$s->word()}\\nsecond\\n'; exit {$s->number()}";
$process = fn(Side $s) => $s->once(fn() => proc_open($command($s), [1 => ['file', '/dev/null', 'w']], $pipes));
$socket = fn(Side $s, string $ask) => $s->once(fn() => ask_peer($ask));
$lines = fn(Side $s) => $socket($s, "lines $s->name");
$listener = fn(Side $s) => $s->once(function () {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    ask_peer('call ' . port_of($listener));
    ask_peer('call ' . port_of($listener));
    return $listener;
});
$local = fn($text) => is_string($text) ? preg_replace('~:\d+~', ':port', $text) : $text;
$pair = fn(Side $s) => $s->once(fn() => $GLOBALS['pair'][] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0));
$http = fn(Side $s, string $name = 'text') => 'http://127.0.0.1:' . Servers::port('peer') . "/$name/$s->name";
$peer = ['server' => 'peer'];

return [
    'sleep' => ['args' => fn() => [1]],
    'usleep' => fn(Side $s) => [5000 + $s->n],
    'time_nanosleep' => fn() => [0, 5_000_000],
    'time_sleep_until' => ['args' => fn() => [], 'call' => fn() => time_sleep_until(microtime(true) + 0.01)],

    'exec' => ['args' => fn(Side $s) => [$command($s), [$s->name], 0]],
    'system, passthru' => ['args' => fn(Side $s) => [$command($s), 0]],
    'shell_exec' => fn(Side $s) => [$command($s)],
    'popen' => ['args' => fn(Side $s) => [$command($s), 'r'], 'result' => fn($pipe) => stream_get_contents($pipe)],
    'pclose' => fn(Side $s) => [$s->once(fn() => popen($command($s), 'r'))],
    'stream_get_contents#pipe, fgets#pipe, fgetc#pipe, fpassthru#pipe' => fn(Side $s) => [popen($command($s), 'r')],
    'fread#pipe, stream_get_line#pipe' => ['args' => fn(Side $s) => [popen($command($s), 'r'), 100], 'pieces' => true],
    'mail, mb_send_mail' => [
        'args' => fn(Side $s) => ["$s->name@example.org", $s->word(), $s->text(), ['X-Side' => $s->name], $s->pick('a 0 1', 'b 3 1')],
        'result' => fn($sent, array $args, ?object $object, Side $s) => [$sent, file_get_contents(dirname($s->dir) . "/$s->name")],
    ],
    'proc_open' => [
        'args' => fn(Side $s) => [$command($s), [1 => ['pipe', 'w']], null],
        'result' => fn($process, array $args) => [stream_get_contents($args[2][1]), proc_close($process)],
        'ignore' => ['args'],
    ],
    'proc_close' => fn(Side $s) => [$process($s)],
    'proc_get_status' => ['args' => fn(Side $s) => [$process($s)], 'ignore' => ['result']],
    'proc_terminate' => fn(Side $s) => [$process($s)],

    // One word for both, because what asks in the network does so in threads of a few.
    'gethostbyname, gethostbynamel' => fn(Side $s) => [$s->pick('localhost', '127.0.0.1')],

    'dns_get_mx, getmxrr' => ['args' => fn(Side $s) => [$s->pick('localhost', '127.0.0.1'), [], []]],

    'fopen#http' => $peer + ['args' => fn(Side $s) => [$http($s), 'r'], 'result' => fn($stream) => stream_get_contents($stream)],
    'file_get_contents#http, file#http, readfile#http, md5_file#http' => $peer + ['args' => fn(Side $s) => [$http($s)]],
    'copy#http' => $peer + ['ignore' => ['operations'], 'args' => fn(Side $s) => [$http($s), $s->path()]],
    'get_headers' => $peer + ['args' => fn(Side $s) => [$http($s)]],
    'parse_ini_file#http' => $peer + ['args' => fn(Side $s) => [$http($s)]],

    'stream_socket_client' => $peer + [
        'args' => fn(Side $s) => ['tls://127.0.0.1:' . Servers::port('peer'), 0, '', 2, STREAM_CLIENT_CONNECT, trusting()],
        'result' => fn($stream) => is_resource($stream),
    ],
    // The first connects, the other gets the same.
    'pfsockopen' => $peer + [
        'args' => fn(Side $s) => [$s->pick('127.0.0.1', 'localhost'), Servers::port('peer'), 0, '', 2],
        'result' => fn($stream) => is_resource($stream),
    ],
    'pfsockopen#of_one_host' => $peer + [
        'args' => fn(Side $s) => ['127.0.0.1', Servers::port('peer'), 0, '', 2],
        'result' => fn($stream) => is_resource($stream),
    ],
    // There is no way to tell it to trust the peer.
    'pfsockopen#tls' => $peer + [
        'args' => fn(Side $s) => ['tls://127.0.0.1', Servers::port('peer'), 0, '', 2],
        'result' => fn($stream) => is_resource($stream),
    ],
    'stream_socket_client#persistent' => $peer + [
        'args' => fn(Side $s) => ['tls://127.0.0.1:' . Servers::port('peer'), 0, '', 2,
            STREAM_CLIENT_CONNECT | STREAM_CLIENT_PERSISTENT, trusting()],
        'result' => fn($stream) => is_resource($stream),
    ],
    'fsockopen' => $peer + [
        'before' => fn() => stream_context_set_default(TRUSTING),
        'args' => fn(Side $s) => ['tls://127.0.0.1', Servers::port('peer'), 0, '', 2],
        'result' => fn($stream) => is_resource($stream),
    ],
    'stream_socket_accept' => $peer + [
        'args' => fn(Side $s) => [$listener($s), 2.0],
        'result' => fn($stream) => preg_replace('/\d+/', 'port', (string) stream_get_contents($stream)),
        'shared' => true,
    ],
    'stream_socket_recvfrom' => $peer + ['args' => fn(Side $s) => [$lines($s), 100], 'shared' => false, 'pieces' => true],
    'stream_socket_recvfrom#two_of_socket' => $peer + [
        // As much as there is for both as soon as there is something.
        'args' => fn(Side $s) => [$lines($s), 5],
        'own' => false,
        'shared' => true,
        'pieces' => true,
    ],
    'stream_socket_recvfrom#datagram' => $peer + [
        'args' => fn(Side $s) => [datagrams($s->word()), 100, 0, ''],
        'ignore' => ['args'],
    ],
    'stream_socket_sendto' => $peer + ['args' => fn(Side $s) => [$socket($s, 'drain'), str_repeat($s->text(), 100_000)], 'shared' => false],
    'stream_socket_enable_crypto' => $peer + [
        'args' => fn(Side $s) => [tls_stream($s), true, STREAM_CRYPTO_METHOD_TLS_CLIENT],
        'shared' => false,
    ],
    'stream_select#socket' => $peer + [
        'args' => fn(Side $s) => [[$socket($s, "lines $s->name")], [], [], 1],
        'call' => function (Side $s, array $args) {
            [$read, $write, $except] = [$args[0], null, null];
            return [stream_select($read, $write, $except, 1), count($read)];
        },
    ],
    'stream_get_contents#socket, fgets#socket, fgetc#socket, fpassthru#socket, fgetcsv#socket' => $peer
        + ['args' => fn(Side $s) => [ask_peer("lines $s->name")]],
    // Several lines may have come.
    'fread#socket' => $peer + ['pieces' => true, 'args' => fn(Side $s) => [ask_peer("lines $s->name"), 5]],
    'stream_get_line#socket' => $peer + ['args' => fn(Side $s) => [ask_peer("lines $s->name"), 100, "\n"]],
    'fscanf#socket' => $peer + ['args' => fn(Side $s) => [ask_peer("lines $s->name"), '%s %s %d']],
    'stream_copy_to_stream#socket' => $peer
        + ['args' => fn(Side $s) => [ask_peer("lines $s->name"), fopen($s->path(), 'w')], 'ignore' => ['operations']],
    'fwrite#socket, fputs#socket' => $peer + ['args' => fn(Side $s) => [ask_peer('drain'), str_repeat($s->text(), 100_000)]],
    'fread#tls' => $peer + ['pieces' => true, 'extension' => 'openssl', 'args' => fn(Side $s) => [tls_stream($s, true), 5]],
    'stream_get_contents#tls' => $peer + ['extension' => 'openssl', 'args' => fn(Side $s) => [tls_stream($s, true)]],
    'fgets#two_of_socket' => $peer + ['args' => fn(Side $s) => [$lines($s)], 'own' => false, 'shared' => true],
];
