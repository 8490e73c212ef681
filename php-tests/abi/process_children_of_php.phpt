--TEST--
Children of PHP's own functions keep their statuses, and handlers of SIGCHLD their signals, while process events and commands run
--DESCRIPTION--
Rules: ABI-150, ABI-151, ABI-153
Order: independent
--EXTENSIONS--
posix
pcntl
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await_all, delay, spawn};

$signals = 0;
pcntl_async_signals(true);
pcntl_signal(SIGCHLD, function () use (&$signals) { $signals++; });

$results = await_all([
    spawn(fn() => async_test_process_wait(async_test_child(3, false), 60_000)),
    spawn(fn() => async_test_exec(0, 'sleep 0.01; exit 4')[0]),
    spawn(function () { $p = proc_open('exit 5', [], $pipes); delay(30); return proc_close($p); }),
    spawn(function () { exec('exit 6', $lines, $code); return $code; }),
    spawn(function () { $p = popen('exit 7', 'r'); delay(30); return pclose($p); }),
    spawn(function () {
        $pid = async_test_child(8, false);
        delay(30);
        pcntl_waitpid($pid, $status);
        return pcntl_wexitstatus($status);
    }),
    spawn(function () {
        $p = proc_open('exit 9', [], $pipes);
        do {
            delay(1);
            $s = proc_get_status($p);
        } while ($s['running']);
        return $s['exitcode'];
    }),
])[0];
ksort($results);
echo implode(' ', $results), "\n";
var_dump($signals > 0);
var_dump(pcntl_waitpid(-1, $status, WNOHANG));
--EXPECT--
3 4 5 6 7 8 9
bool(true)
int(-1)
