<?php

/*
 * What a call of libc costs more that goes through a hook and need not wait: in a coroutine, less the same before the first use of the
 * API. Arguments: 0 for send() and recv() of 64 bytes by ext/sockets (a recv() of one byte costs about 30 ns more: it may be part of a
 * line that socket_read() looks for), 1 for read() of a file's 8 KiB in the page cache, as fread() makes it.
 */

namespace Bench;

return function (string $side, int $what): array {
    if ($side === 'fiber') {
        return ['hook_ns' => 0.0];
    }
    $calls = 4_000;
    $pair = [];
    if ($what === 0) {
        socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    }
    $file = tmpfile();
    if ($what === 1) {
        fwrite($file, str_repeat('x', 8192 * $calls));
    }
    $loop = [
        function () use ($pair, $calls): void {
            [$here, $there] = $pair;
            $message = str_repeat('x', 64);
            for ($i = 0; $i < $calls; $i += 2) {
                socket_send($there, $message, 64, 0);
                socket_recv($here, $received, 64, 0);
            }
        },
        function () use ($file, $calls): void {
            rewind($file);
            for ($i = 0; $i < $calls; $i++) {
                fread($file, 8192);
            }
        },
    ][$what];
    $before = best_ns(200, $calls, $loop);
    return ['hook_ns' => \Async\await(\Async\spawn(fn() => best_ns(200, $calls, $loop))) - $before];
};
