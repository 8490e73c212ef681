--TEST--
Timers, triggers and poll events that are started go on in the child of pcntl_fork(), each process for itself; tasks do not
--DESCRIPTION--
Rules: ABI-154, ABI-160, ABI-164
Order: independent
--EXTENSIONS--
pcntl
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
use function Async\{await, delay, spawn};
watchdog();

/** One-shot timer, periodic timer, trigger, poll event: whether each was told as it should have been. */
function look(string $who, int $events): void
{
    [$once, $periodic, $rung, $readable] = async_test_fork_told($events);
    echo "$who: once $once, periodic ", $periodic > 1 ? 'often' : $periodic, ", rung $rung, ",
        'readable ', $readable > 0 ? 'told' : 'not', "\n";
}
function until(callable $condition): void
{
    for ($i = 0; $i < 10_000 && !$condition(); $i++) delay(1);
}

// AddressSanitizer of GCC 12 may be in the middle of an allocation when a process forks. A worker makes its own at its first task.
$first = [];
for ($i = 0; $i < 16; $i++) $first[] = async_test_fork_task(20);
until(fn() => array_sum(array_map(fn($task) => async_test_fork_task_state($task)[2], $first)) === 16);
array_map(async_test_fork_task_end(...), $first);

$events = async_test_fork_events(30);
// The workers have more of these than they can begin.
$tasks = [];
for ($i = 0; $i < 6; $i++) $tasks[] = async_test_fork_task(200);
$pid = pcntl_fork();
$who = $pid === 0 ? 'child' : 'parent';

if ($pid === 0) {
    echo 'tasks of the parent: ', json_encode(array_unique(array_map(async_test_fork_task_state(...), $tasks), SORT_REGULAR)), "\n";
    until(fn() => async_test_fork_told($events)[0] === 1 && async_test_fork_told($events)[1] > 1);
    look($who, $events);
    async_test_fork_ring($events);
    until(fn() => async_test_fork_told($events)[2] === 1 && async_test_fork_told($events)[3] > 0);
    look($who, $events);
    $own = async_test_fork_task(1);
    until(fn() => async_test_fork_task_state($own)[2] === 1);
    echo 'task of the child: ', json_encode(async_test_fork_task_state($own)), "\n";
    async_test_fork_task_end($own);
    $later = async_test_fork_events(1);
    async_test_fork_ring($later);
    until(fn() => min(async_test_fork_told($later)) > 0);
    echo 'events of the child: ', min(async_test_fork_told($later)) > 0 ? 'all told' : json_encode(async_test_fork_told($later)), "\n";
    async_test_fork_end($later);
    echo await(spawn(function () { delay(1); return 'coroutine of the child'; })), "\n";
} else {
    pcntl_waitpid($pid, $status);
    until(fn() => async_test_fork_told($events)[0] === 1 && async_test_fork_told($events)[1] > 1);
    delay(5);
    // The pipe is the same file, the trigger is not.
    look($who, $events);
    until(fn() => array_sum(array_map(fn($task) => async_test_fork_task_state($task)[2], $tasks)) === 6);
    echo 'tasks of the parent: ', json_encode(array_unique(array_map(async_test_fork_task_state(...), $tasks), SORT_REGULAR)), "\n";
    echo 'child ', $status, "\n";
}
array_map(async_test_fork_task_end(...), $tasks);
async_test_fork_end($events);
echo "$who: counted ", async_test_counts()[0], "\n";
?>
--EXPECT--
tasks of the parent: [[true,0,0]]
child: once 1, periodic often, rung 0, readable not
child: once 1, periodic often, rung 1, readable told
task of the child: [true,1,1]
events of the child: all told
coroutine of the child
child: counted 0
parent: once 1, periodic often, rung 0, readable told
tasks of the parent: [[true,1,1]]
child 0
parent: counted 0
