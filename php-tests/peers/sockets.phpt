--TEST--
SK-1, SK-3: ext/sockets with peers that trickle, stop, half-close, close and reset: as in stock PHP, and nothing else waits
--DESCRIPTION--
Rules: io SK-1, io SK-3, io CX-6, io HK-5
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/hostile_cases.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(60);
$text = "first line\nsecond line\nhalf a li";
hostile_test([
    'trickles' => [['meanwhile'], ['trickle', $text]],
    'closes' => [['send', $text], ['meanwhile']],
    'resets' => [['send', $text], ['meanwhile'], ['reset']],
    'resets at once' => [['meanwhile'], ['reset']],
    'half-closes' => [['send', $text], ['meanwhile'], ['half-close'], ['read', "END\n"]],
    'stops' => [['send', $text], ['silent']],
    'is silent' => [['silent']],
    'reads slowly' => [['meanwhile'], ['slowly', 1]],
    'resets a writer' => [['read', 100_000], ['meanwhile'], ['reset']],
    'calls and resets' => [['read', "\n"], ['meanwhile'], ['call'], ['reset']],
], <<<'PHP'
    $connect = function (string $script, ?int $limit = null) {
        $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        if ($limit) {
            socket_set_option($s, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => $limit * 1000]);
            socket_set_option($s, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => $limit * 1000]);
        }
        return socket_connect($s, '127.0.0.1', port($script)) ? $s : throw new Exception('no connection');
    };
    $loop = function (Closure $read) {
        for ($all = ''; is_string($data = $read()) && $data !== ''; $all .= $data);
        return [$all, $data];
    };
    $readers = [
        'socket_read' => fn($s) => [$loop(fn() => socket_read($s, 100)), socket_last_error($s), socket_read($s, 10), socket_last_error($s)],
        'socket_read of lines' => fn($s) => [
            socket_read($s, 100, PHP_NORMAL_READ), socket_read($s, 100, PHP_NORMAL_READ), socket_read($s, 100, PHP_NORMAL_READ),
            socket_last_error($s), socket_read($s, 100, PHP_NORMAL_READ), socket_last_error($s),
        ],
        'socket_recv' => fn($s) => [$loop(fn() => socket_recv($s, $data, 100, 0) === false ? false : (string) $data),
            socket_last_error($s)],
        'socket_recv of all' => fn($s) => [socket_recv($s, $data, 100, MSG_WAITALL), $data, socket_last_error($s),
            socket_recv($s, $data, 100, MSG_WAITALL), $data, socket_last_error($s)],
        'socket_recv peeking' => fn($s) => [socket_recv($s, $data, 1, MSG_PEEK), $data, socket_last_error($s)],
        'socket_recvfrom' => fn($s) => [$loop(fn() => socket_recvfrom($s, $data, 100, 0, $name, $port) === false ? false : (string) $data),
            socket_last_error($s)],
        'socket_recvmsg' => function ($s) use ($loop) {
            $read = function () use ($s) {
                $message = ['name' => [], 'buffer_size' => 100, 'controllen' => 100];
                return socket_recvmsg($s, $message) === false ? false : ($message['iov'][0] ?? '');
            };
            return [$loop($read), socket_last_error($s)];
        },
        'socket_select' => function ($s) use ($loop) {
            return [$loop(function () use ($s) {
                [$r, $w, $e] = [[$s], null, null];
                return socket_select($r, $w, $e, 5) === 1 ? socket_read($s, 100) : 'not ready';
            }), socket_last_error($s)];
        },
        'an imported stream' => function ($s) {
            $stream = socket_export_stream($s);
            return [stream_get_contents($stream), feof($stream)];
        },
    ];
    $cases = $cancelled = [];
    foreach (['trickles', 'closes', 'resets', 'resets at once', 'half-closes'] as $script) {
        foreach ($readers as $name => $reader) {
            // A byte is there at once.
            if ($name !== 'socket_recv peeking' || in_array($script, ['trickles', 'resets at once'])) {
                $cases["$script: $name"] = fn() => $reader($connect($script));
            }
        }
    }
    foreach (['stops', 'is silent'] as $script) {
        foreach ($readers as $name => $reader) {
            // With a time limit, PHP's reading of lines tries for ever.
            if (!in_array($name, ['socket_read of lines', 'socket_select', 'an imported stream'])
                && ($script !== 'stops' || $name !== 'socket_recv peeking')) {
                $cases["$script: $name"] = fn() => $reader($connect($script, 50));
            }
            if ($script !== 'stops' || $name !== 'socket_recv peeking') {
                $cancelled["$script, $name"] = [$script, fn() => $reader($connect($script))];
            }
        }
    }
    $much = str_repeat('0123456789abcdef', 1 << 20);
    $writers = ['socket_write' => fn($s) => socket_write($s, $much), 'socket_send' => fn($s) => socket_send($s, $much, strlen($much), 0),
        'socket_sendmsg' => fn($s) => socket_sendmsg($s, ['iov' => [$much]])];
    foreach ($writers as $name => $writer) {
        $cases["reads slowly: $name"] = fn() => $writer($connect('reads slowly'));
        $cases["resets a writer: $name"] = function () use ($writer, $connect, $much) {
            $s = $connect('resets a writer');
            $n = $writer($s);
            return [is_int($n) && $n < strlen($much), $writer($s), socket_last_error($s), $writer($s), socket_last_error($s)];
        };
        $cases["time limit of writing: $name"] = function () use ($writer, $connect, $much) {
            $s = $connect('is silent', 50);
            // How much a socket takes is the kernel's affair.
            $is_part = fn($n) => is_int($n) && $n > 0 && $n < strlen($much);
            return [$is_part($writer($s)), $is_part($writer($s)), socket_last_error($s)];
        };
        $cancelled[$name] = ['is silent', fn() => $writer($connect('is silent'))];
    }
    $cases['half-closed, then written to'] = function () use ($connect, $readers) {
        $s = $connect('half-closes');
        return [$readers['socket_recv']($s), socket_write($s, "still heard\nEND\n"), socket_last_error($s)];
    };
    $cases['accepted and reset'] = function () use ($readers) {
        $server = socket_create_listen(0);
        socket_getsockname($server, $host, $port);
        $caller = connect('calls and resets');
        fwrite($caller, "$port\n");
        $s = socket_accept($server);
        return [$readers['socket_read']($s), socket_write($s, 'x'), socket_last_error($s)];
    };
    $cancelled['socket_read, then usable'] = ['is silent', function () use ($connect) {
        $s = $connect('is silent');
        try {
            return socket_read($s, 10);
        } catch (Async\AsyncCancellation) {
            socket_set_nonblock($s);
            return [socket_write($s, 'x'), @socket_read($s, 10), socket_last_error($s) === SOCKET_EAGAIN];
        }
    }];
    return ['cases' => $cases, 'cancelled' => $cancelled];
    PHP);
?>
--EXPECT--
half-closed, then written to: [[["first line\nsecond line\nhalf a li",""],0],16,0]
accepted and reset: [[["",false],104,"",104],false,32]
trickles: 9 as in stock
closes: 8 as in stock
resets: 8 as in stock
resets at once: 9 as in stock
half-closes: 8 as in stock
stops: 5 as in stock
is silent: 6 as in stock
reads slowly: 3 as in stock
resets a writer: 3 as in stock
time limit of writing: 3 as in stock
cancelled: 20 cases: "AsyncCancellation"
cancelled: socket_read, then usable: [1,false,true]
