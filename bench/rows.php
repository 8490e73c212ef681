<?php

declare(strict_types=1);

/*
 * The rows of the table. A row is one figure of one case, with its budget:
 *
 *   case, arguments   what is run
 *   figure, unit      which result is shown: the best (lowest) of all processes
 *   budget            the highest value allowed…
 *   of                …of what: `fiber` the ratio to the Fiber in the same run, `plain` to PHP without the extension,
 *                     `value` the figure itself in its unit, or the name of another figure of the same case: the ratio to that
 *   fiber             false if there is nothing to compare with
 */

return [
    ['suspend + resume, 2 coroutines', 'suspend', [2], 'ns', 'ns', 0.60, 'fiber'],
    ['suspend + resume, 1,000 coroutines', 'suspend', [1000], 'ns', 'ns', 0.65, 'fiber'],
    ['spawn + finish, one after another', 'spawn_finish', [], 'ns', 'ns', 0.02, 'fiber'],
    ['spawn + suspend + finish, 1,000 alive', 'spawn_alive', [], 'ns', 'ns', 0.10, 'fiber'],
    ['spawn + await', 'spawn_await', [], 'ns', 'ns', 1.6, 'spawn_ns'],
    ['channel, one message of a ping-pong', 'channel', [0], 'ns', 'ns', 0.9, 'fiber'],
    ['channel, one message, capacity 100', 'channel', [100], 'ns', 'ns', 0.45, 'fiber'],
    ['future made, completed, awaited', 'future', [0], 'ns', 'ns', null, 'value'],
    ['future with one map()', 'future', [1], 'ns', 'ns', null, 'value'],
    ['future with ten map()', 'future', [10], 'ns', 'ns', null, 'value'],
    ['pool: acquire + release, uncontended', 'pool', [], 'ns', 'ns', 0.50, 'fiber'],
    ['TaskGroup of 100,000 tasks, per task', 'task_group', [], 'ns', 'ns', 1.5, 'await_ns'],
    ['gate of a stream, uncontended, per call', 'gate', [0], 'gate_ns', 'ns', 25, 'value', false],
    ['gate of SQLite3, uncontended, per call', 'gate', [1], 'gate_ns', 'ns', 25, 'value', false],
    ['gate of PDO, uncontended, per call', 'gate', [2], 'gate_ns', 'ns', 25, 'value', false],
    ['hook of send and recv that need not wait, per call', 'hook', [0], 'hook_ns', 'ns', 40, 'value', false],
    ['hook of read that need not wait, of a pipe', 'read', [0], 'hook_ns', 'ns', 40, 'value', false],
    ['hook of read that need not wait, of a cached file', 'read', [1], 'hook_ns', 'ns', 40, 'value', false],
    ['gate and hook of fread(), 8 KiB of a cached file', 'hook', [1], 'hook_ns', 'ns', null, 'value', false],
    ['file_get_contents() of cached files without the API, per file', 'outside', [100], 'each_ns', 'ns', 1.05, 'plain', false],
    ['1,000 coroutines that read a small cached file each, per file', 'files', [1000], 'each_ns', 'ns', 1.3, 'loop_ns', false],
    ['1,000 × curl_exec(), answered after 100 ms, in all', 'curl', [1000], 'wall', 's', 1.05, 'multi_wall', false],
    ['the same, CPU', 'curl', [1000], 'cpu', 's', 1.1, 'multi_cpu', false],
    ['10,000 × delay(1..100 ms), in all', 'delay', [10_000], 'wall', 's', null, 'value'],
    ['100,000 × delay(1..100 ms), in all', 'delay', [100_000], 'wall', 's', 1.0, 'value'],
    ['one delay() beyond a suspend(), CPU', 'delay', [100_000], 'timer_ns', 'ns', 1500, 'value', false],
    ['timer of C code armed + cancelled, alone', 'timer', [0], 'pair_ns', 'ns', 2_000, 'value', false],
    ['timer of C code armed + cancelled, among 10,000', 'timer', [10_000], 'pair_ns', 'ns', 2_000, 'value', false],
    ['suspended coroutine, resident + page tables', 'memory', [20_000], 'occupied', 'KiB', 6.5, 'value'],
    ['suspended coroutine, counted by memory_limit', 'memory', [20_000], 'counted', 'KiB', 1.5, 'value'],
];
