<?php

declare(strict_types=1);

/*
 * A pipeline of stages joined by channels: read log lines, parse them, resolve something slow for each, add up.
 *
 *     php pipeline.php [lines [resolvers]]
 *
 *     reader --lines--> parsers --records--> resolvers --resolved--> the sum
 *
 * Every channel has room for a few items only: a fast stage waits for a slow one, so memory stays small however long the
 * log is. A stage ends its channel by closing it when its last worker is done; that is how the next one learns of the end.
 * A malformed line goes to a channel of its own. Prints the totals; exits with 1 if an item was lost or counted twice.
 */

use Async\Channel;
use Async\TaskGroup;
use function Async\delay;
use function Async\spawn;

if (!extension_loaded('true_async')) {
    fwrite(STDERR, "The extension true_async is not loaded; use `examples/run pipeline.php`.\n");
    exit(2);
}

/** Runs `$workers` coroutines of one stage, and closes what they write to when all have ended. */
function stage(int $workers, Closure $work, Channel ...$outputs): void
{
    $group = new TaskGroup();
    for ($worker = 0; $worker < $workers; $worker++) {
        $group->spawn($work);
    }
    $group->close();
    spawn(function () use ($group, $outputs): void {
        $group->awaitCompletion();
        foreach ($outputs as $output) {
            $output->close();
        }
        // A stage that failed fails the program.
        $group->all()->await();
    });
}

/** The log: one line in fifty is torn. */
function lines(int $count): Generator
{
    for ($i = 0; $i < $count; $i++) {
        yield $i % 50 === 49 ? "torn line $i" : sprintf('host-%d GET /page/%d %d', $i % 7, $i % 13, 100 + $i % 900);
    }
}

$count = (int) ($argv[1] ?? 2_000);
$resolvers = (int) ($argv[2] ?? 16);

$lines = new Channel(32);
$records = new Channel(32);
$malformed = new Channel(8);
$resolved = new Channel(32);
$most_waiting = 0;

stage(1, function () use ($lines, $count): void {
    foreach (lines($count) as $line) {
        $lines->send($line);
    }
}, $lines);

stage(2, function () use ($lines, $records, $malformed): void {
    foreach ($lines as $line) {
        if (preg_match('~^(\S+) GET (\S+) (\d+)$~', $line, $match)) {
            $records->send(['host' => $match[1], 'path' => $match[2], 'bytes' => (int) $match[3]]);
        } else {
            $malformed->send($line);
        }
    }
}, $records, $malformed);

stage($resolvers, function () use ($records, $resolved, &$most_waiting): void {
    foreach ($records as $record) {
        $most_waiting = max($most_waiting, count($records) + count($resolved));
        delay(1);                            // a query of something elsewhere
        $resolved->send($record + ['country' => crc32($record['host']) % 3]);
    }
}, $resolved);

$bad = spawn(function () use ($malformed): int {
    $seen = 0;
    foreach ($malformed as $line) {
        $seen++;
    }
    return $seen;
});

$bytes = [];
$items = 0;
foreach ($resolved as $record) {
    $items++;
    $bytes[$record['country']] = ($bytes[$record['country']] ?? 0) + $record['bytes'];
}
$torn = Async\await($bad);
ksort($bytes);
printf("%d lines: %d records, %d malformed\n", $count, $items, $torn);
foreach ($bytes as $country => $total) {
    printf("country %d: %d bytes\n", $country, $total);
}

$expected = 0;
foreach (lines($count) as $line) {
    $expected += preg_match('~ (\d+)$~', $line, $match) && !str_starts_with($line, 'torn') ? (int) $match[1] : 0;
}
$whole = $items + $torn === $count && array_sum($bytes) === $expected && $most_waiting <= 64;
echo $whole ? "nothing lost, never more than 64 items waiting\n" : "WRONG\n";
exit($whole ? 0 : 1);
