<?php

/*
 * suspend() and the resumption that follows, beside a Fiber's resume() and suspend(): `$n` of them take turns, so that
 * with many of them the memory behind each one is cold again when its turn comes.
 */

namespace Bench;

use function Async\await;
use function Async\spawn;
use function Async\suspend;

return function (string $side, int $n): array {
    $turns = intdiv(1_000_000, $n);

    $async = function () use ($n, $turns): void {
        $coroutines = [];
        for ($i = 0; $i < $n; $i++) {
            $coroutines[] = spawn(static function () use ($turns): void {
                for ($turn = 0; $turn < $turns; $turn++) {
                    suspend();
                }
            });
        }
        // The main coroutine waits: it must not take turns itself.
        foreach ($coroutines as $coroutine) {
            await($coroutine);
        }
    };

    $fiber = function () use ($n, $turns): void {
        $fibers = [];
        for ($i = 0; $i < $n; $i++) {
            $fibers[] = $fiber = new \Fiber(static function () use ($turns): void {
                for ($turn = 0; $turn < $turns; $turn++) {
                    \Fiber::suspend();
                }
            });
            $fiber->start();
        }
        for ($turn = 0; $turn < $turns; $turn++) {
            foreach ($fibers as $fiber) {
                $fiber->resume();
            }
        }
    };

    return ['ns' => best_ns(5, $n * $turns, $side === 'async' ? $async : $fiber)];
};
