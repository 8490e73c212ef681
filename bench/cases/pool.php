<?php

/*
 * acquire() and release() of a pool that always has a resource, beside a Fiber's resume() and suspend(): what using a pool
 * costs where no coroutine waits for it.
 */

namespace Bench;

use Async\Pool;

return function (string $side): array {
    $turns = 1_000_000;

    $async = function () use ($turns): void {
        $pool = new Pool(static fn(): \stdClass => new \stdClass(), max: 4);
        for ($turn = 0; $turn < $turns; $turn++) {
            $pool->release($pool->acquire());
        }
    };

    $fiber = function () use ($turns): void {
        $fiber = new \Fiber(static function () use ($turns): void {
            for ($turn = 0; $turn < $turns; $turn++) {
                \Fiber::suspend();
            }
        });
        $fiber->start();
        for ($turn = 0; $turn < $turns; $turn++) {
            $fiber->resume();
        }
    };

    return ['ns' => best_ns(5, $turns, $side === 'async' ? $async : $fiber)];
};
