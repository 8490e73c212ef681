<?php

/*
 * Timer events of the C interface: arming and cancelling one, among `$armed` others that are armed, by C code alone. 2,000 ns for
 * a pair are the 500,000 pairs in a second on one core that are the least. `pair_ns` is the best of several rounds.
 *
 * There is nothing beside it: Fibers have no timers. Needs php-tests/ext/async_abi_test, which bench/run builds.
 */

namespace Bench;

return function (string $side, int $armed): array {
    if ($side === 'fiber') {
        return [];
    }
    if (!extension_loaded('async_abi_test')) {
        throw new \RuntimeException('the C test extension is not built: php-tests/ext/build.sh');
    }
    $pairs_per_second = 0;
    for ($round = 0; $round < 5; $round++) {
        $pairs_per_second = max($pairs_per_second, \async_test_timer_speed(500_000, $armed));
    }
    return ['pair_ns' => 1e9 / $pairs_per_second];
};
