<?php

/* What a coroutine occupies that was started and is suspended; beside a Fiber. */

namespace Bench;

use function Async\spawn;
use function Async\suspend;

return function (string $side, int $n): array {
    $async = function () use ($n): array {
        $coroutines = [];
        for ($i = 0; $i < $n; $i++) {
            $coroutines[] = spawn(static function (): void {
                suspend();
            });
        }
        suspend();
        return $coroutines;
    };

    $fiber = function () use ($n): array {
        $fibers = [];
        for ($i = 0; $i < $n; $i++) {
            $fibers[] = $fiber = new \Fiber(static function (): void {
                \Fiber::suspend();
            });
            $fiber->start();
        }
        return $fibers;
    };

    $each = memory_each($n, $side === 'async' ? $async : $fiber);
    return ['occupied' => $each['resident'] + $each['page_tables']] + $each;
};
