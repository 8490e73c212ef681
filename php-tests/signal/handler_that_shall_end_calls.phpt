--TEST--
A handler installed with restart_syscalls: false ends calls of main as long as it is alone, as in stock; beside coroutines a time limit does
--DESCRIPTION--
Rules: io SL-2
--EXTENSIONS--
pcntl
posix
sockets
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{await, delay, spawn, timeout};

watchdog();
$handled = 0;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; }, false);
function pair(): array { socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair); return $pair; }
function read(Socket $socket): string { return @socket_read($socket, 10) ?: socket_strerror(socket_last_error()); }
/** Runs it while another process sends the signal again and again. */
function signalled(callable $do): mixed
{
    // Not for ever: after a test that was killed its number may be another process's.
    $command = 'for i in $(seq 400); do kill -USR1 $1 || break; sleep 0.05; done';
    $nothing = ['file', '/dev/null', 'w'];
    $sender = proc_open(['sh', '-c', $command, '-', getmypid()], [1 => $nothing, 2 => $nothing], $pipes);
    try {
        return $do();
    } finally {
        proc_terminate($sender);
        proc_close($sender);
    }
}

echo "-- main alone, after coroutines have run\n";
await(spawn(fn() => delay(1)));
$pair = pair();
echo signalled(fn() => read($pair[0])), "\n";
$listener = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
socket_bind($listener, '127.0.0.1');
socket_listen($listener);
echo signalled(fn() => [@socket_accept($listener), socket_strerror(socket_last_error())][1]), "\n";
$file = lock_file();
$holder = new LockHolder($file);
var_dump(signalled(fn() => flock(fopen($file, 'r'), LOCK_EX)));
$holder->end();

echo "-- beside coroutines\n";
$reader = spawn(fn() => read($pair[0]));
$idle = pair();
$limited = spawn(fn() => read($idle[0]));
signalled(function () use (&$handled) {
    $before = $handled;
    while ($handled < $before + 2) delay(1);
});
socket_write($pair[1], 'data');
echo await($reader), "\n";
try {
    await($limited, timeout(5));
} catch (Async\OperationCanceledException) {
    $limited->cancel();
}
try { echo await($limited), "\n"; } catch (Async\AsyncCancellation) { echo "cancelled\n"; }
--EXPECT--
-- main alone, after coroutines have run
Interrupted system call
Interrupted system call
bool(false)
-- beside coroutines
data
cancelled
