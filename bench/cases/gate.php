<?php

/*
 * What the gate of a handle costs that nothing else uses: the cheapest call on it in a coroutine, less the same call before
 * the first use of the API, when it goes straight through. Arguments: 0 for a stream, 1 for SQLite3, 2 for PDO.
 */

namespace Bench;

return function (string $side, int $what): array {
    if ($side === 'fiber') {
        return ['gate_ns' => 0.0];
    }
    // What the buffer of a stream holds is read without a system call.
    $calls = 8_000;
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $sqlite = $what === 1 ? new \SQLite3(':memory:') : null;
    $pdo = $what === 2 ? new \PDO('sqlite::memory:') : null;
    $loop = [
        function () use ($here, $calls): void {
            for ($i = 0; $i < $calls; $i++) {
                fread($here, 1);
            }
        },
        function () use ($sqlite, $calls): void {
            for ($i = 0; $i < $calls; $i++) {
                $sqlite->changes();
            }
        },
        function () use ($pdo, $calls): void {
            for ($i = 0; $i < $calls; $i++) {
                $pdo->inTransaction();
            }
        },
    ][$what];
    $best = function () use ($here, $there, $calls, $loop, $what): float {
        $best = INF;
        for ($round = 0; $round < 300; $round++) {
            fwrite($there, str_repeat('x', $what === 0 ? $calls + 1 : 1));
            fread($here, 1);
            $best = min($best, best_ns(1, $calls, $loop));
        }
        return $best;
    };
    $before = $best();
    return ['gate_ns' => \Async\await(\Async\spawn($best)) - $before];
};
