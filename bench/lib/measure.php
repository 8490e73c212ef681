<?php

declare(strict_types=1);

namespace Bench;

/** Seconds the body takes, by the monotonic clock. */
function wall(callable $body): float
{
    $start = hrtime(true);
    $body();
    return (hrtime(true) - $start) / 1e9;
}

/** Nanoseconds per operation: the best of several rounds, because everything that disturbs a round makes it slower. */
function best_ns(int $rounds, int $operations, callable $body): float
{
    $best = INF;
    for ($round = 0; $round < $rounds; $round++) {
        $best = min($best, wall($body));
    }
    return $best * 1e9 / $operations;
}

/** Seconds of CPU time of this process, user and system. */
function cpu(): float
{
    $usage = getrusage();
    return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
}

/** A value in kilobytes from a file of /proc, in bytes. */
function proc_bytes(string $file, string $field): int
{
    return preg_match("/^$field:\s+(\d+) kB/m", file_get_contents("/proc/self/$file"), $match)
        ? (int) $match[1] * 1024
        : throw new \RuntimeException("no $field in /proc/self/$file");
}

/** What the process occupies: resident pages, page tables, and what memory_limit counts. */
function memory(): array
{
    return [
        'resident' => proc_bytes('smaps_rollup', 'Rss'),
        'page_tables' => proc_bytes('status', 'VmPTE'),
        'counted' => memory_get_usage(true),
    ];
}

/** What each of `$count` things that `$make` leaves behind occupies. */
function memory_each(int $count, callable $make): array
{
    // The helpers themselves, and the first chunk of everything, must be there before the first measurement.
    memory();
    $before = memory();
    $kept = $make();
    $after = memory();
    $each = [];
    foreach ($after as $what => $bytes) {
        $each[$what] = ($bytes - $before[$what]) / $count;
    }
    return $each + ['kept' => count($kept)];
}
