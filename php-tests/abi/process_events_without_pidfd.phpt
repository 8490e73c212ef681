--TEST--
Process events and commands where the system has no pidfds: SIGCHLD tells, in front of the handler of PHP code
--DESCRIPTION--
Rules: ABI-150, ABI-151, ABI-153, ABI-212
Order: independent
--EXTENSIONS--
posix
pcntl
--SKIPIF--
<?php
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
if (!async_test_no_pidfd()) die('skip no filters of system calls');
?>
--FILE--
<?php
use function Async\{await_all, delay, spawn};

var_dump(async_test_no_pidfd());
$signals = 0;
pcntl_async_signals(true);
pcntl_signal(SIGCHLD, function () use (&$signals) { $signals++; });
async_test_process_events();

echo "-- many at once\n";
$waiters = $waiting = [];
for ($i = 0; $i < 40; $i++) {
    $waiters[] = spawn(function () use ($i, &$waiting) {
        $pid = async_test_child($i, $i % 2 == 0);
        if ($i % 2 == 0) {
            $waiting[] = $pid;
        }
        return async_test_process_wait($pid, 60_000) === $i;
    });
}
spawn(function () use (&$waiting) {
    while (count($waiting) < 20) {
        delay(1);
    }
    foreach ($waiting as $pid) {
        posix_kill($pid, SIGUSR1);
    }
});
var_dump(count(array_filter(await_all($waiters)[0])));
echo "-- commands\n";
echo json_encode(async_test_exec(2, 'echo one; echo two; exit 3')), "\n";
try { async_test_exec(0, 'exec sleep 60', null, 20); } catch (Async\TimeoutException $e) { echo get_class($e), "\n"; }
// Reaped in the background.
for ($i = 0; $i < 5000 && trim(file_get_contents('/proc/thread-self/children')) !== ''; $i++) {
    delay(1);
}
var_dump(pcntl_waitpid(-1, $status, WNOHANG));
echo "-- PHP code was told of its signals\n";
var_dump($signals > 0);
var_dump(async_test_counts()[0]);
--EXPECT--
bool(true)
info right, process right, extra zeroed
new: open, starts 0, references 1, counted 0
asked for again: the same
asked for again: open, starts 0, references 2, counted 0
with more memory: NULL, Async\AsyncException
started twice: open, starts 2, references 2, counted 1
stopped once: open, starts 1, references 2, counted 1
  first: code 3, closed, result NULL, exception NULL
  second: code 3, closed, result NULL, exception NULL
ended: closed, starts 0, references 2, counted 0
started and stopped again: closed, starts 0, references 2, counted 0
-- stop closes
stopped: closed, starts 0, references 1, counted 0
asked for again: another
  the other: code 4, closed, result NULL, exception NULL
ended: closed, starts 0, references 1, counted 0
-- disposed while it runs
one reference given back: open, starts 1, references 1, counted 1
counted 0
left alone: not reaped
-- ended before the start
  told by start: code 6, closed, result NULL, exception NULL
start true
ended: closed, starts 0, references 1, counted 0
-- reaped before the start
  told by start: code -1, closed, result NULL, exception NULL
start true
-- reaped elsewhere while it is waited for
  told: code -1, closed, result NULL, exception NULL
ended: closed, starts 0, references 1, counted 0
-- never started
stopped: open, starts 0, references 1, counted 0
-- many at once
int(40)
-- commands
[3,"two",["one","two"]]
code -1, value bool
Async\TimeoutException
int(-1)
-- PHP code was told of its signals
bool(true)
int(0)
