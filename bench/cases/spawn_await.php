<?php

/* spawn() and await() of a coroutine that returns at once; beside new Fiber, start() and getReturn(). */

namespace Bench;

use function Async\await;
use function Async\spawn;

return function (string $side): array {
    $task = static fn (): int => 1;

    if ($side === 'async') {
        return ['ns' => best_ns(5, 100_000, function () use ($task): void {
            for ($i = 0; $i < 100_000; $i++) {
                await(spawn($task));
            }
        })];
    }
    return ['ns' => best_ns(5, 10_000, function () use ($task): void {
        for ($i = 0; $i < 10_000; $i++) {
            $fiber = new \Fiber($task);
            $fiber->start();
            $fiber->getReturn();
        }
    })];
};
