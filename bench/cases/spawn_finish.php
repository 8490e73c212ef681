<?php

/* A coroutine from spawn() to its end, one running after the other; beside new Fiber, start() and its end. */

namespace Bench;

use function Async\spawn;
use function Async\suspend;

return function (string $side): array {
    $nothing = static function (): void {};

    if ($side === 'async') {
        return ['ns' => best_ns(5, 1_000 * 128, function () use ($nothing): void {
            for ($batch = 0; $batch < 1_000; $batch++) {
                for ($i = 0; $i < 128; $i++) {
                    spawn($nothing);
                }
                suspend();
            }
        })];
    }
    return ['ns' => best_ns(5, 10_000, function () use ($nothing): void {
        for ($i = 0; $i < 10_000; $i++) {
            (new \Fiber($nothing))->start();
        }
    })];
};
