<?php

/*
 * A future made, completed and awaited, and a chain of `$links` map() calls from state to result.
 * Beside them a native Fiber's resume and suspend.
 */

namespace Bench;

use Async\Future;
use Async\FutureState;

return function (string $side, int $links): array {
    $operations = 20_000;
    if ($side === 'fiber') {
        return ['ns' => best_ns(5, $operations, function () use ($operations): void {
            $fiber = new \Fiber(function (): void {
                while (true) {
                    \Fiber::suspend();
                }
            });
            $fiber->start();
            for ($i = 0; $i < $operations; $i++) {
                $fiber->resume();
            }
        })];
    }
    if ($links === 0) {
        return ['ns' => best_ns(5, $operations, function () use ($operations): void {
            for ($i = 0; $i < $operations; $i++) {
                $state = new FutureState();
                $future = new Future($state);
                $state->complete(1);
                $future->await();
            }
        })];
    }
    $rounds = intdiv($operations, $links);
    return ['ns' => best_ns(5, $rounds, function () use ($rounds, $links): void {
        $link = static fn (int $value): int => $value + 1;
        for ($i = 0; $i < $rounds; $i++) {
            $state = new FutureState();
            $future = new Future($state);
            for ($j = 0; $j < $links; $j++) {
                $future = $future->map($link);
            }
            $state->complete(1);
            $future->await();
        }
    })];
};
