<?php

declare(strict_types=1);

/*
 * Calls of libraries that hold locks: php-tests/ext/library_locks, which only these tests load, and how many calls overlapped.
 */

require_once __DIR__ . '/outsider.php';
require_once __DIR__ . '/child.php';

/** Why a test cannot run here, or null. */
function library_locks_missing(): ?string
{
    return is_file(outsider('library_locks')) ? null : 'needs library_locks';
}

/** Runs code in a PHP that has the library; its output. */
function with_library_locks(string $code, array $ini = []): string
{
    $uses = 'use function Async\\{spawn, await, suspend, delay}; require ' . var_export(__FILE__, true) . ';';
    return child_php("<?php $uses\n$code\n", $ini + ['extension' => outsider('library_locks')], seconds: 10)['out'];
}

/** How many of the intervals [begin, end, …] were under way at one time at most. */
function most_at_one_time(array $intervals): int
{
    $at = fn($time) => count(array_filter($intervals, fn(array $other) => $other[0] <= $time && $time < $other[1]));
    return max(array_map(fn(array $interval) => $at($interval[0]), $intervals));
}

/** Calls $call(0) … $call($count - 1) in coroutines: the results, and how many were under way at one time. */
function calls_at_once(callable $call, int $count = 4): array
{
    $timed = fn(int $number): array => [hrtime(true), $call($number), hrtime(true)];
    $coroutines = array_map(fn(int $number) => Async\spawn($timed, $number), range(0, $count - 1));
    $done = array_map(Async\await(...), $coroutines);
    return [array_column($done, 1), most_at_one_time(array_map(fn(array $one) => [$one[0], $one[2]], $done))];
}
