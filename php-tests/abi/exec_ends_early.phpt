--TEST--
A command whose waiter is cancelled, or whose time is over, gets SIGTERM; nothing is left of it
--DESCRIPTION--
Rules: ABI-82, ABI-153, ABI-212, EXE-8
Order: independent
--EXTENSIONS--
posix
pcntl
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';
use function Async\{await, delay, spawn};

$file = temporary_path('terminated');
$ready = temporary_path('ready');
// Not for ever, if this test is killed.
$command = "trap 'echo terminated > $file; exit' TERM; touch $ready; for i in $(seq 3000); do sleep 0.01; done";

function until_file(string $file): string
{
    for ($i = 0; $i < 5000 && !(is_file($file) && filesize($file) > 0); $i++) {
        delay(1);
        clearstatcache();
    }
    $text = is_file($file) ? file_get_contents($file) : "runs on\n";
    @unlink($file);
    return $text;
}
function until_ready(): void
{
    global $ready;
    for ($i = 0; $i < 5000 && !is_file($ready); $i++) {
        delay(1);
        clearstatcache();
    }
    @unlink($ready);
}
/* Reaped in the background: no child is left. */
function until_reaped(): bool
{
    for ($i = 0; $i < 5000 && trim(file_get_contents('/proc/thread-self/children')) !== ''; $i++) {
        delay(1);
    }
    return pcntl_waitpid(-1, $status, WNOHANG) === -1;
}

echo "-- cancelled\n";
$c = spawn(function () use ($command) { async_test_exec(0, $command); });
until_ready();
$c->cancel(new Async\AsyncCancellation('enough'));
try { await($c); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
echo until_file($file);
var_dump(until_reaped(), async_test_counts()[0]);

echo "-- a time that is over\n";
try { async_test_exec(0, $command, null, 200); } catch (Async\TimeoutException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
@unlink($ready);
echo until_file($file);
var_dump(until_reaped());
echo json_encode(async_test_exec(0, 'echo in time', null, 60_000)), "\n";

echo "-- output goes on while the time runs\n";
ob_start();
try { async_test_exec(3, 'for i in $(seq 2000); do echo x; sleep 0.005; done', null, 100); } catch (Async\TimeoutException $e) {}
$shown = ob_get_clean();
echo get_class($e), ' ', strlen($shown) > 5 ? 'some' : 'none', "\n";
var_dump(until_reaped());

echo "-- a shell that leaves processes behind\n";
[$code, , $lines] = async_test_exec(2, 'sleep 100 & echo $!; exit 2');
var_dump($code, posix_kill((int) $lines[0], SIGKILL));
echo json_encode(async_test_exec(0, 'yes 2>/dev/null & echo $! > ' . $file . '; exit 4')[0]), "\n";
posix_kill((int) file_get_contents($file), SIGKILL);
unlink($file);

echo "-- one that closes its output long before it ends\n";
echo json_encode(async_test_exec(4, 'echo one; exec >&-; sleep 0.03; exit 5')), "\n";

echo "-- events\n";
foreach (['dispose', 'start'] as $what) {
    async_test_exec_event(0, 'exec sleep 60', $what);
    var_dump(until_reaped());
}
var_dump(async_test_exec_event(0, 'exec sleep 60', 'stop')[0]);
echo json_encode(async_test_exec_event(2, 'echo one; echo error >&2; exit 6', 'wait')), "\n";
var_dump(until_reaped(), async_test_counts()[0]);
--EXPECT--
-- cancelled
code -1, value bool
enough
terminated
bool(true)
int(0)
-- a time that is over
code -1, value bool
Async\TimeoutException: Operation has been cancelled by timeout
terminated
bool(true)
[0,"in time",null]
-- output goes on while the time runs
Async\TimeoutException some
bool(true)
-- a shell that leaves processes behind
int(2)
bool(true)
4
-- one that closes its output long before it ends
[5,"one\n",null]
-- events
Exec(cmd=exec sleep 60), extra zeroed, value bool, running, counted 0
counted 0
bool(true)
Exec(cmd=exec sleep 60), extra zeroed, value bool, running, counted 0
counted 1
counted 0
bool(true)
Exec(cmd=exec sleep 60), extra zeroed, value bool, running, counted 0
counted 1
counted 0
  told: code -15, signal 15, terminated, closed, result NULL, exception NULL
counted 0
string(0) ""
Exec(cmd=echo one; echo error >&2; exit 6), extra zeroed, value bool, running, counted 0
  told: code 6, signal 0, terminated, closed, result NULL, exception NULL
counted 0
["one",["one"],"error\n"]
bool(true)
int(0)
