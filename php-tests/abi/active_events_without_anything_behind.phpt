--TEST--
Active events behind which there is nothing: a deadlock for the coroutines that wait, and the end of the script
--DESCRIPTION--
Rules: ABI-120, ABI-146, ABI-158, DD-1
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\{await, delay, spawn};
watchdog();

/** Processor time of this process, in seconds. */
function processor(): float
{
    $usage = getrusage();
    return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
}

// Both ends are started; nothing is read or written.
[$in, $out] = pair('pipe');
register_shutdown_function(finish(...), $in, $out);
async_test_io_event($in, 'start');
async_test_io_event($out, 'start');
echo 'active: ', async_test_counts()[0], "\n";

$before = processor();
delay(200);
shell_exec('sleep 0.2');
$lock = fopen($name = tempnam(sys_get_temp_dir(), 'lock'), 'c');
$holder = proc_open(['flock', $name, 'sh', '-c', 'echo; exec sleep 0.3'], [1 => ['pipe', 'w']], $pipes);
fgets($pipes[1]);
var_dump(flock($lock, LOCK_EX));
proc_close($holder);
unlink($name);
echo 'waits beside them: ', processor() - $before < 0.2 ? 'asleep' : 'busy', "\n";

$waiter = spawn(function () {
    try {
        Async\suspend();
        await(new Async\Future(new Async\FutureState()));
    } catch (Async\AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
});
ini_set('async.debug_deadlock', 0);
await($waiter);
?>
--EXPECTF--
active: 2
bool(true)
waits beside them: asleep
Deadlock detected

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
