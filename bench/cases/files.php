<?php

/* 1,000 coroutines that read a small cached file each, and a plain loop that reads them. Argument: files. */

namespace Bench;

use function Async\{await_all_or_fail, spawn};

return function (string $side, int $count): array {
    if ($side === 'fiber') {
        return ['each_ns' => 0.0, 'loop_ns' => 1.0];
    }
    $directory = sys_get_temp_dir() . '/bench-files-' . getmypid();
    mkdir($directory);
    for ($i = 0; $i < $count; $i++) {
        file_put_contents($names[] = "$directory/$i", str_repeat('x', 1000));
    }
    $loop = function () use ($names): void {
        foreach ($names as $name) {
            file_get_contents($name);
        }
    };
    $read = fn(string $name) => file_get_contents($name);
    $at_once = function () use ($names, $read): void {
        $coroutines = [];
        foreach ($names as $name) {
            $coroutines[] = spawn($read, $name);
        }
        await_all_or_fail($coroutines);
    };
    $before = best_ns(20, $count, $loop);
    $at_once();
    // In turn: what the machine does meanwhile does it to both.
    $result = ['each_ns' => INF, 'loop_ns' => $before];
    for ($round = 0; $round < 20; $round++) {
        $result['each_ns'] = min($result['each_ns'], best_ns(1, $count, $at_once));
        $result['loop_ns'] = min($result['loop_ns'], best_ns(1, $count, $loop));
    }
    array_map(unlink(...), $names);
    rmdir($directory);
    return $result;
};
