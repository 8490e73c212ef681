--TEST--
TLS-1, TLS-2, ST-9: peers that trickle, stop, close and reset in a handshake and after it: clients and servers as in stock PHP
--DESCRIPTION--
Rules: TLS-1, TLS-2, TLS-3, io ST-9
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
openssl
--FILE--
<?php
require __DIR__ . '/../lib/hostile_cases.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(100);
$text = "first line\nsecond line\nhalf a li";
$scripts = [
    'server' => [['tls'], ['send', $text], ['read', 'the end']],
    'trickles' => [['proxy', 'server that closes', 'piece' => 1]],
    'server that closes' => [['tls'], ['meanwhile'], ['send', $text], ['close']],
    'silent after the handshake' => [['tls'], ['send', $text], ['silent']],
    // Slower than what is written is encrypted, also under valgrind: otherwise nothing waits.
    'reads slowly' => [['tls'], ['slowly', str_contains((string) getenv('TEST_UNDER'), 'valgrind') ? 150 : 10]],
    'says hello, too' => [['meanwhile'], ['tls client'], ['close']],
    'silent from the handshake on' => [['tls'], ['silent']],
    'talks no TLS' => [['meanwhile'], ['send', "HTTP/1.0 400 Bad Request\r\n\r\n"], ['read', 'the end']],
];
foreach ([0, 3, 60, 700] as $bytes) {
    foreach (['close', 'reset', 'half-close', 'silent'] as $end) {
        // The client has said all it can by then, so nothing of it is lost unread.
        $then = match ($end) {
            'silent' => [['silent']],
            'half-close' => [['meanwhile'], ['half-close'], ['read', 'the end']],
            default => [['meanwhile'], [$end]],
        };
        $scripts["$end after $bytes"] = [['proxy', 'server', 'from' => "\x16\x03", 'cut' => $bytes, 'then' => $then]];
    }
}
// A record in the middle: all of the handshake, and of what follows a part that has no end.
$scripts['close in a record'] = [['proxy', 'long answer', 'cut' => 9000, 'then' => [['meanwhile'], ['close']]]];
$scripts['reset in a record'] = [['proxy', 'long answer', 'cut' => 9000, 'then' => [['meanwhile'], ['reset']]]];
$scripts['silent in a record'] = [['proxy', 'long answer', 'cut' => 9000, 'then' => [['silent']]]];
$scripts['long answer'] = [['tls'], ['send', str_repeat('x', 100_000)], ['read', 'the end']];
// Clients.
$hello = "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";
$parts = ['nothing' => '', 'a header' => substr($hello, 0, 3), 'a hello' => $hello, 'rubbish' => "GET / HTTP/1.0\r\n\r\n"];
foreach ($parts as $part => $begin) {
    foreach (['close', 'reset', 'half-close', 'silent'] as $end) {
        $then = $end === 'half-close' ? [['half-close'], ['read', 'the end']] : [[$end]];
        $meanwhile = $end === 'silent' ? [] : [['meanwhile']];
        $scripts["$end with $part"] = [['read', "\n"], ['call'], ...$meanwhile, ['send', $begin], ...$meanwhile, ...$then];
    }
}
$scripts['good client'] = [['read', "\n"], ['call'], ['tls client'], ['meanwhile'], ['send', $text], ['close']];
hostile_test($scripts, <<<'PHP'
    $end = fn($s) => ['eof' => feof($s), 'timed_out' => stream_get_meta_data($s)['timed_out']];
    $read = function ($s) use ($end) {
        if (!$s) {
            return 'no connection';
        }
        for ($all = ''; is_string($data = fread($s, 8192)) && $data !== ''; $all .= $data);
        return [strlen($all) > 100 ? 'much' : $all, $data, $end($s)];
    };
    // The same by hand, as STARTTLS does it.
    $starttls = function (string $script, float $limit = 30) use ($read) {
        $s = connect($script, $limit);
        foreach (['verify_peer', 'verify_peer_name'] as $name) {
            stream_context_set_option($s, 'ssl', $name, false);
        }
        $done = stream_socket_enable_crypto($s, true, STREAM_CRYPTO_METHOD_TLS_CLIENT);
        return [$done, $done ? $read($s) : feof($s)];
    };
    $context = stream_context_create(['ssl' => ['local_cert' => tls_certificate()]]);
    $listen = function (string $script, string $scheme) use ($context) {
        $flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
        $server = stream_socket_server("$scheme://127.0.0.1:0", $code, $text, $flags, $context);
        $caller = connect($script);
        fwrite($caller, substr(strrchr(stream_socket_get_name($server, false), ':'), 1) . "\n");
        return [$server, $caller];
    };
    $accept = function (string $script, string $scheme = 'tls') use ($listen, $read) {
        [$server, $caller] = $listen($script, $scheme);
        return $read(stream_socket_accept($server, 30));
    };
    $upgrade = function (string $script, int $limit = 30) use ($listen, $read) {
        [$server, $caller] = $listen($script, 'tcp');
        $s = stream_socket_accept($server, 30);
        stream_set_timeout($s, $limit);
        $done = stream_socket_enable_crypto($s, true, STREAM_CRYPTO_METHOD_TLS_SERVER);
        return [$done, $done ? $read($s) : feof($s)];
    };
    $cases = $cancelled = [];
    foreach ([0, 3, 60, 700] as $bytes) {
        foreach (['close', 'reset', 'half-close'] as $how) {
            $cases["client: $how after $bytes"] = fn() => $read(connect("$how after $bytes", 30, 'tls'));
            $cases["client: $how after $bytes, by hand"] = fn() => $starttls("$how after $bytes");
        }
        $cases["client: silent after $bytes"] = fn() => $read(connect("silent after $bytes", 0.05, 'tls'));
        $cancelled["client, $bytes"] = ["silent after $bytes", fn() => connect("silent after $bytes", 30, 'tls')];
        $cancelled["client, $bytes, by hand"] = ["silent after $bytes", fn() => $starttls("silent after $bytes")];
    }
    foreach (['nothing', 'a header', 'a hello', 'rubbish'] as $part) {
        foreach (['close', 'reset', 'half-close'] as $how) {
            $cases["server: $how with $part"] = fn() => $accept("$how with $part");
            $cases["server: $how with $part, by hand"] = fn() => $upgrade("$how with $part");
        }
        if ($part !== 'rubbish') {
            $cancelled["server, $part"] = ["silent with $part", fn() => $accept("silent with $part")];
            $cancelled["server, $part, by hand"] = ["silent with $part", fn() => $upgrade("silent with $part")];
        }
    }
    $cases['server: time limit'] = fn() => $upgrade('silent with a hello', 1);
    // A server of TLS 1.3 sends something behind the handshake; a client that closes and has not read it resets the connection.
    $cases['good client'] = fn() => $accept('good client', 'tlsv1.2');
    $cases['trickles'] = fn() => $read(connect('trickles', 30, 'tls'));
    $cases['trickles, by hand'] = fn() => $starttls('trickles');
    $cases['talks no TLS'] = fn() => $read(connect('talks no TLS', 30, 'tls'));
    $cases['says hello, too'] = fn() => $read(connect('says hello, too', 30, 'tls'));
    $cases['close in a record'] = fn() => $read(connect('close in a record', 30, 'tls'));
    $cases['reset in a record'] = fn() => $read(connect('reset in a record', 30, 'tls'));
    $limited = function ($s) use ($read) {
        stream_set_timeout($s, 0, 50_000);
        return $read($s);
    };
    $cases['time limit in a record'] = fn() => $limited(connect('silent in a record', 30, 'tls'));
    $cases['time limit after the handshake'] = function () use ($limited) {
        $s = connect('silent after the handshake', 30, 'tls');
        // The limit is not for what the peer says after the handshake, which may take it longer.
        return [fgets($s), ...$limited($s)];
    };
    // More than the buffers on the way take.
    $cases['reads slowly'] = fn() => fwrite(connect('reads slowly', 30, 'tls'), str_repeat('x', 8 << 20));
    $cancelled['in a record'] = ['silent in a record', fn() => $read(connect('silent in a record', 30, 'tls'))];
    $cancelled['after the handshake'] = ['silent from the handshake on', function () {
        $s = connect('silent from the handshake on', 30, 'tls');
        try {
            return fread($s, 10);
        } catch (Async\AsyncCancellation) {
            stream_set_timeout($s, 0, 50_000);
            return [fwrite($s, 'more'), fread($s, 10), stream_get_meta_data($s)['timed_out'], feof($s)];
        }
    }];
    $cancelled['writing'] = ['silent from the handshake on', fn() =>
        fwrite(connect('silent from the handshake on', 30, 'tls'), str_repeat('x', 16 << 20))];
    return ['cases' => $cases, 'cancelled' => $cancelled];
    PHP, ['openssl.cafile' => '']);
?>
--EXPECT--
good client: ["first line\nsecond line\nhalf a li","",{"eof":true,"timed_out":false}]
trickles: ["first line\nsecond line\nhalf a li","",{"eof":true,"timed_out":false}]
trickles, by hand: [true,["first line\nsecond line\nhalf a li","",{"eof":true,"timed_out":false}]]
talks no TLS: "no connection"
says hello, too: "no connection"
close in a record: ["","",{"eof":true,"timed_out":false}]
reset in a record: ["","",{"eof":true,"timed_out":false}]
time limit in a record: ["",false,{"eof":false,"timed_out":true}]
time limit after the handshake: ["first line\n","second line\nhalf a li",false,{"eof":false,"timed_out":true}]
reads slowly: 8388608
client: 28 as in stock
server: 25 as in stock
cancelled: 16 cases: "AsyncCancellation"
cancelled: after the handshake: [4,false,true,false]
