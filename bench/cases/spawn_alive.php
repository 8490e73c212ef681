<?php

/* 1,000 coroutines that are all alive, started and suspended, before the first of them ends; the same with Fibers. */

namespace Bench;

use function Async\spawn;
use function Async\suspend;

return function (string $side): array {
    $async = function (): void {
        for ($i = 0; $i < 1_000; $i++) {
            spawn(suspend(...));
        }
        suspend();
        suspend();
    };

    $fiber = function (): void {
        $fibers = [];
        for ($i = 0; $i < 1_000; $i++) {
            $fibers[] = $fiber = new \Fiber(\Fiber::suspend(...));
            $fiber->start();
        }
        foreach ($fibers as $fiber) {
            $fiber->resume();
        }
    };

    return ['ns' => best_ns(50, 1_000, $side === 'async' ? $async : $fiber)];
};
