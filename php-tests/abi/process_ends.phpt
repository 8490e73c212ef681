--TEST--
The end of a child process: its exit status, the signal that killed it, several waiters
--DESCRIPTION--
Rules: ABI-57, ABI-96, ABI-151, ABI-212
Order: independent
--EXTENSIONS--
posix
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await, await_all, delay, spawn};

function show(string $what, mixed $code): void { echo $what, ': ', var_export($code, true), "\n"; }

foreach ([0, 1, 7, 255] as $status) {
    show("exit $status", async_test_process_wait(async_test_child($status, false), 60_000));
}
foreach ([SIGTERM, SIGKILL] as $signal) {
    $pid = async_test_child(0, true);
    spawn(function () use ($pid, $signal) { delay(1); posix_kill($pid, $signal); });
    show("killed by $signal", async_test_process_wait($pid, 60_000));
}

echo "-- several waiters of one process\n";
$pid = async_test_child(3, true);
$waiters = [];
for ($i = 0; $i < 3; $i++) {
    $waiters[] = spawn(fn() => async_test_process_wait($pid, 60_000));
}
spawn(function () use ($pid) { delay(1); posix_kill($pid, SIGUSR1); });
show('all', implode(' ', await_all($waiters)[0]));

echo "-- one of two waiters is cancelled\n";
$pid = async_test_child(4, true);
$cancelled = spawn(fn() => async_test_process_wait($pid, 60_000));
$other = spawn(fn() => async_test_process_wait($pid, 60_000));
delay(1);
$cancelled->cancel(new Async\AsyncCancellation('enough'));
try { await($cancelled); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
posix_kill($pid, SIGUSR1);
show('the other', await($other));

echo "-- a time that is over\n";
$pid = async_test_child(5, true);
show('while it runs', async_test_process_wait($pid, 2));
posix_kill($pid, SIGUSR1);
show('a new event', async_test_process_wait($pid, 60_000));

echo "-- many at once\n";
$waiters = [];
for ($i = 0; $i < 40; $i++) {
    $waiters[] = spawn(fn() => async_test_process_wait(async_test_child($i, false), 60_000) === $i);
}
var_dump(count(array_filter(await_all($waiters)[0])));
var_dump(async_test_counts()[0]);
--EXPECT--
exit 0: 0
exit 1: 1
exit 7: 7
exit 255: 255
killed by 15: -15
killed by 9: -9
-- several waiters of one process
all: '3 3 3'
-- one of two waiters is cancelled
enough
the other: 4
-- a time that is over
while it runs: NULL
a new event: 5
-- many at once
int(40)
int(0)
