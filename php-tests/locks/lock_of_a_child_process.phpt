--TEST--
FL-5: a lock that a child process has inherited is waited for, whichever process took it
--DESCRIPTION--
Rules: io FL-1, io FL-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{spawn, await, delay};

watchdog();
$file = lock_file();

echo "-- the parent has closed it\n";
$handle = fopen($file, 'r+');
flock($handle, LOCK_EX);
$child = proc_open(['sleep', '0.2'], [], $pipes);
fclose($handle);
var_dump(await(spawn(fn() => flock(fopen($file, 'r+'), LOCK_EX))));
var_dump(proc_get_status($child)['running'] === false || proc_close($child) === 0);

echo "-- the parent has it, the child wants it\n";
$handle = fopen($file, 'r+');
flock($handle, LOCK_EX);
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$pid = watched_fork();
if ($pid === 0) {
    fclose($ours);
    // Its copy of the descriptor is locked by the parent, not by a coroutine of the child.
    $got = await(spawn(function () use ($file, $theirs) { fwrite($theirs, "asks\n"); return flock(fopen($file, 'r+'), LOCK_EX); }));
    fwrite($theirs, $got ? "got it\n" : "refused\n");
    posix_kill(getmypid(), SIGKILL);
}
fclose($theirs);
echo fgets($ours);
delay(50);
flock($handle, LOCK_UN);
echo fgets($ours);
pcntl_waitpid($pid, $status);
--EXPECT--
-- the parent has closed it
bool(true)
bool(true)
-- the parent has it, the child wants it
asks
got it
