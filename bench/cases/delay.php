<?php

/*
 * `$n` coroutines that sleep 1 to 100 ms at random, all at once. `wall` is the first round of a fresh process: stacks
 * are touched for the first time. `timer_ns` is the CPU time a delay() costs beyond a suspend() in its place, both with
 * stacks that have been used before.
 *
 * Beside it: what one writes with Fibers, a heap of deadlines and usleep().
 */

namespace Bench;

use function Async\await;
use function Async\delay;
use function Async\spawn;
use function Async\suspend;

final class FiberSleepers
{
    private \SplPriorityQueue $queue;

    public function run(array $delays): void
    {
        $this->queue = new \SplPriorityQueue();
        foreach ($delays as $ms) {
            (new \Fiber($this->sleep(...)))->start($ms);
        }
        while (!$this->queue->isEmpty()) {
            [$deadline, $fiber] = $this->queue->extract();
            while (($left = $deadline - hrtime(true)) > 0) {
                usleep((int) ($left / 1_000) + 1);
            }
            $fiber->resume();
        }
    }

    private function sleep(int $ms): void
    {
        $deadline = hrtime(true) + $ms * 1_000_000;
        $this->queue->insert([$deadline, \Fiber::getCurrent()], -$deadline);
        \Fiber::suspend();
    }
}

return function (string $side, int $n): array {
    mt_srand(1);
    $delays = [];
    for ($i = 0; $i < $n; $i++) {
        $delays[] = mt_rand(1, 100);
    }

    if ($side === 'fiber') {
        return ['wall' => wall(fn () => (new FiberSleepers())->run($delays))];
    }

    $all = function (callable $task) use ($delays): void {
        $coroutines = [];
        foreach ($delays as $ms) {
            $coroutines[] = spawn($task, $ms);
        }
        foreach ($coroutines as $coroutine) {
            await($coroutine);
        }
    };
    $delay = static function (int $ms): void {
        delay($ms);
    };
    $suspend = static function (int $ms): void {
        suspend();
    };

    $wall = wall(fn () => $all($delay));
    $best = ['delay' => INF, 'suspend' => INF];
    for ($round = 0; $round < 5; $round++) {
        foreach (['delay' => $delay, 'suspend' => $suspend] as $name => $task) {
            $start = cpu();
            $all($task);
            $best[$name] = min($best[$name], cpu() - $start);
        }
    }
    return ['wall' => $wall, 'timer_ns' => ($best['delay'] - $best['suspend']) * 1e9 / $n];
};
