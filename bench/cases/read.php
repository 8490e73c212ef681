<?php

/*
 * What a read() of C code costs more that goes through a hook and need not wait: in a coroutine, less the same before the first use
 * of the API. Argument: 0 for a pipe, 1 for a cached file. Needs php-tests/ext/async_abi_test, which bench/run builds.
 */

namespace Bench;

return function (string $side, int $of_a_file): array {
    if ($side === 'fiber') {
        return ['hook_ns' => 0.0];
    }
    if (!function_exists('async_test_read_speed')) {
        throw new \RuntimeException('the C test extension is not built: php-tests/ext/build.sh');
    }
    $best = function () use ($of_a_file): float {
        $best = INF;
        for ($round = 0; $round < 200; $round++) {
            $best = min($best, \async_test_read_speed((bool) $of_a_file, 4096));
        }
        return $best;
    };
    $before = $best();
    return ['hook_ns' => \Async\await(\Async\spawn($best)) - $before];
};
