<?php

/*
 * Sockets and message queues: the other end takes its time.
 */

$connected = function (Side $s, string $ask = '') {
    return $s->once(function () use ($s, $ask) {
        $socket = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        socket_connect($socket, '127.0.0.1', Servers::port('peer'));
        $s->meet();
        socket_write($socket, ($ask === '' ? "lines $s->name" : $ask) . "\n");
        return $socket;
    });
};
$datagram = fn(Side $s) => $s->once(function () use ($s) {
    $socket = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
    socket_sendto($socket, $s->word(), strlen($s->word()), 0, '127.0.0.1', Servers::port('peer'));
    return $socket;
});
$listener = fn(Side $s) => $s->once(function () {
    $listener = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    socket_bind($listener, '127.0.0.1', 0);
    socket_listen($listener, 8);
    socket_getsockname($listener, $address, $port);
    ask_peer("call $port");
    ask_peer("call $port");
    return $listener;
});
$full = fn(Side $s) => str_repeat($s->text(), 60_000);
$fresh = fn(Side $s) => $s->once(fn() => socket_create(AF_INET, SOCK_STREAM, SOL_TCP));
$queue = fn(Side $s) => $s->once(fn() => new_queue());
$peer = ['server' => 'peer'];

return [
    'socket_read' => $peer + ['args' => fn(Side $s) => [$connected($s), 11, PHP_NORMAL_READ], 'shared' => false],
    'socket_read#binary' => $peer + ['pieces' => true, 'args' => fn(Side $s) => [$connected($s), 11], 'shared' => false],
    'socket_recv' => $peer + ['pieces' => true, 'args' => fn(Side $s) => [$connected($s), '', 11, 0], 'shared' => false],
    'socket_recv#all' => $peer + ['args' => fn(Side $s) => [$connected($s), '', 40, MSG_WAITALL]],
    'socket_recvfrom' => $peer + [
        'args' => fn(Side $s) => [$datagram($s), '', 100, 0, '', 0],
        'ignore' => ['args'],
        'shared' => false,
    ],
    'socket_recvmsg' => $peer + [
        'pieces' => true,
        'args' => fn(Side $s) => [$connected($s), ['name' => [], 'buffer_size' => 11, 'controllen' => 64], 0],
        'ignore' => ['args'],
        'shared' => false,
    ],
    'socket_write' => $peer + ['args' => fn(Side $s) => [$connected($s, 'drain'), $full($s)], 'shared' => false],
    'socket_send' => $peer + ['args' => fn(Side $s) => [$connected($s, 'drain'), $full($s), strlen($full($s)), 0], 'shared' => false],
    'socket_sendto' => $peer + [
        'args' => fn(Side $s) => [$connected($s, 'drain'), $full($s), strlen($full($s)), 0, '127.0.0.1', Servers::port('peer')],
        'shared' => false,
    ],
    'socket_sendmsg' => $peer + ['args' => fn(Side $s) => [$connected($s, 'drain'), ['iov' => [$full($s)]], 0], 'shared' => false],
    'socket_accept' => $peer + [
        'pieces' => true,
        'args' => fn(Side $s) => [$listener($s)],
        'result' => fn($socket) => preg_replace('/\d+/', 'port', (string) socket_read($socket, 100)),
        'shared' => true,
    ],
    'socket_connect' => $peer + [
        'args' => fn(Side $s) => [socket_create(AF_UNIX, SOCK_STREAM, 0), crowded($s)],
        'ignore' => ['args'],
        'shared' => false,
    ],
    'socket_addrinfo_lookup' => ['args' => fn(Side $s) => ['localhost', $s->pick('80', '81')], 'result' => fn($list) => is_array($list)],
    'socket_select' => $peer + [
        'args' => fn(Side $s) => [$connected($s)],
        'call' => function (Side $s, array $args) {
            [$read, $write, $except] = [[$args[0]], null, null];
            return [socket_select($read, $write, $except, 1), count($read)];
        },
        'shared' => true,
    ],
    'socket_create_listen' => fn() => [0],
    'socket_set_nonblock, socket_set_block, socket_close' => $peer + ['args' => fn(Side $s) => [$connected($s)]],
    'socket_getsockname, socket_getpeername' => $peer + ['args' => fn(Side $s) => [$connected($s), ''], 'ignore' => ['args']],
    'socket_listen, socket_last_error, socket_clear_error' => fn(Side $s) => [$fresh($s)],
    'socket_bind' => fn(Side $s) => [$fresh($s), '127.0.0.1', 0],
    'socket_get_option, socket_getopt' => fn(Side $s) => [$fresh($s), SOL_SOCKET, SO_REUSEADDR],
    'socket_set_option, socket_setopt' => fn(Side $s) => [$fresh($s), SOL_SOCKET, SO_REUSEADDR, 1],
    'socket_shutdown' => $peer + ['args' => fn(Side $s) => [$connected($s), 1], 'shared' => false],
    'socket_import_stream' => $peer + ['args' => fn(Side $s) => [$s->once(fn() => ask_peer("lines $s->name"))]],
    'socket_export_stream' => $peer + ['args' => fn(Side $s) => [$connected($s)], 'result' => fn($stream) => is_resource($stream)],

    'msg_receive' => $peer + [
        'args' => function (Side $s) use ($queue) {
            $queue = $queue($s);
            ask_peer('message ' . new_queue($queue) . " text for $s->name");
            return [$queue, 0, 0, 100, ''];
        },
        'shared' => false,
    ],
    'msg_send' => $peer + [
        'args' => function (Side $s) use ($queue) {
            $queue = $queue($s);
            while (@msg_send($queue, 1, str_repeat('x', 4000), true, false));
            ask_peer('take ' . new_queue($queue));
            return [$queue, 2, str_repeat($s->word(), 400)];
        },
        'shared' => false,
    ],
    'msg_remove_queue, msg_stat_queue' => ['args' => fn(Side $s) => [$queue($s)], 'result' => fn($result) => (bool) $result],
    'msg_set_queue' => fn(Side $s) => [$queue($s), ['msg_perm.mode' => 0600]],
    'sem_acquire' => $peer + [
        'args' => function (Side $s) {
            $held = $s->once(function () {
                $key = new_key();
                $peer = ask_peer("hold $key");
                fgets($peer);
                return [sem_get($key), $peer];
            });
            return [$held[0]];
        },
        'shared' => false,
    ],
    'sem_release' => fn(Side $s) => [$s->once(fn() => tap(sem_get(new_key()), sem_acquire(...)))],
    'sem_remove' => fn(Side $s) => [sem_get(new_key())],
];
