<?php

/*
 * A TaskGroup of 100,000 tasks that return at once, from the first spawn() to the array of all results, per task; beside
 * Fibers that are started one after the other and leave their results in an array. `await_ns` is spawn() and await() of
 * the same task, one after the other, measured in turn with it.
 */

namespace Bench;

use Async\TaskGroup;
use function Async\await;
use function Async\spawn;

return function (string $side): array {
    $task = static fn (): int => 1;
    $count = 100_000;

    if ($side === 'async') {
        $group = function () use ($task, $count): void {
            $group = new TaskGroup();
            for ($i = 0; $i < $count; $i++) {
                $group->spawn($task);
            }
            if (count($group->all()->await()) !== $count) {
                throw new \Exception('results are missing');
            }
        };
        $await = function () use ($task, $count): void {
            $results = [];
            for ($i = 0; $i < $count; $i++) {
                $results[] = await(spawn($task));
            }
        };
        $ns = $await_ns = INF;
        for ($round = 0; $round < 5; $round++) {
            $ns = min($ns, best_ns(1, $count, $group));
            $await_ns = min($await_ns, best_ns(1, $count, $await));
        }
        return ['ns' => $ns, 'await_ns' => $await_ns];
    }
    return ['ns' => best_ns(5, $count, function () use ($task, $count): void {
        $results = [];
        for ($i = 0; $i < $count; $i++) {
            $fiber = new \Fiber($task);
            $fiber->start();
            $results[] = $fiber->getReturn();
        }
    })];
};
