<?php

/*
 * spawn() and await() of a coroutine that returns at once; beside new Fiber, start() and getReturn(). `spawn_ns` is the
 * same coroutine spawned and finished in batches with none waiting, measured in turn with it.
 */

namespace Bench;

use function Async\await;
use function Async\spawn;
use function Async\suspend;

return function (string $side): array {
    $task = static fn (): int => 1;

    if ($side === 'async') {
        $await = function () use ($task): void {
            for ($i = 0; $i < 128_000; $i++) {
                await(spawn($task));
            }
        };
        $finish = function () use ($task): void {
            for ($batch = 0; $batch < 1_000; $batch++) {
                for ($i = 0; $i < 128; $i++) {
                    spawn($task);
                }
                suspend();
            }
        };
        $ns = $spawn_ns = INF;
        for ($round = 0; $round < 5; $round++) {
            $ns = min($ns, best_ns(1, 128_000, $await));
            $spawn_ns = min($spawn_ns, best_ns(1, 128_000, $finish));
        }
        return ['ns' => $ns, 'spawn_ns' => $spawn_ns];
    }
    return ['ns' => best_ns(5, 10_000, function () use ($task): void {
        for ($i = 0; $i < 10_000; $i++) {
            $fiber = new \Fiber($task);
            $fiber->start();
            $fiber->getReturn();
        }
    })];
};
