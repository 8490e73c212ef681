--TEST--
A signal with a handler in PHP ends select and sigtimedwait of every coroutine with EINTR, after the handler; no other wait
--DESCRIPTION--
Rules: io SL-2, SEL-1
Order: independent
--EXTENSIONS--
pcntl
posix
sockets
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
use function Async\{await, await_all, delay, spawn, suspend};

watchdog(30);
$handled = 0;
$pid = getmypid();
function pair(): array { return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0); }
/** Waits in stream_select(); what it returned, its warning, and how many handlers had run. */
function select($stream = null, ?int $seconds = 600): string
{
    global $handled;
    [$a] = $pair = pair();
    $read = [$stream ?? $a];
    $write = $except = null;
    error_clear_last();
    $result = @stream_select($read, $write, $except, $seconds);
    return json_encode($result) . ' ' . preg_replace('/ \(max_fd=\d+\)/', '',
        error_get_last()['message'] ?? 'no warning') . ", $handled handled";
}
$report = function (string $title, array $coroutines): void { echo "-- $title\n", implode("\n", await_all($coroutines)[0]), "\n"; };
$kill = fn(int $signal = SIGUSR1) => spawn(function () use ($signal, $pid) { delay(5); posix_kill($pid, $signal); });

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; });
$kill();
$report('three of them', [spawn(select(...)), spawn(select(...), null, null), spawn(function () {
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $sockets);
    $read = [$sockets[0]];
    $write = $except = null;
    return json_encode(@socket_select($read, $write, $except, 600)) . ' ' . socket_strerror(socket_last_error());
})]);
$kill();
echo "-- main\n", select(), "\n";

echo "-- while others run\n";
$busy = spawn(function () { while (true) { for ($i = 0; $i < 1000; $i++); suspend(); } });
$kill();
echo select(), "\n";
$busy->cancel();

echo "-- a coroutine that waits for signals itself\n";
pcntl_sigprocmask(SIG_BLOCK, [SIGUSR2]);
$kill();
$report('interrupted',
    [spawn(fn() => json_encode([@pcntl_sigtimedwait([SIGUSR2], $info, 600) ?: -1, pcntl_strerror(pcntl_get_last_error())]))]);
$kill(SIGUSR2);
$report('what it waits for',
    [spawn(fn() => pcntl_sigtimedwait([SIGUSR2], $info, 600) === SIGUSR2 ? "signal of $info[signo]" : 'no'),
    spawn(fn() => select(seconds: 0))]);
$report('its time is over', [spawn(fn() => // False from PHP 8.4 on.
    json_encode(pcntl_sigtimedwait([SIGUSR2], $info, 0, 5_000_000) ?: -1))]);
$kill(SIGUSR2);
$report('without a time limit', [spawn(fn() => pcntl_sigwaitinfo([SIGUSR2]) === SIGUSR2 ? 'signal' : 'no')]);
$c = spawn(fn() => pcntl_sigwaitinfo([SIGUSR2]));
delay(2);
$c->cancel();
try { await($c); } catch (Async\AsyncCancellation $e) { echo "cancelled\n"; }

echo "-- no other wait\n";
[$a, $b] = pair();
$others = [
    'read' => spawn(fn() => fgets($a)),
    'accept' => spawn(fn() => @stream_socket_accept(stream_socket_server('tcp://127.0.0.1:0'), 0.2)),
    'sleep' => spawn(function () { $start = hrtime(true); usleep(100_000); return hrtime(true) - $start >= 100_000_000; }),
    'nanosleep' => spawn(fn() => time_nanosleep(0, 50_000_000)),
    'delay' => spawn(fn() => delay(50)),
];
for ($i = 0; $i < 10; $i++) { delay(2); posix_kill($pid, SIGUSR1); }
fwrite($b, "line\n");
[$results] = await_all($others);
echo json_encode($results), "\n";

echo "-- what is ready is not hidden\n";
$killer = $kill();
spawn(function () use ($b) { delay(5); fwrite($b, 'x'); });
do $r = select($a); while (str_starts_with($r, 'false'));
echo preg_replace('/,.*/', '', $r), "\n";
await($killer);
fread($a, 1);
delay(5);

echo "-- handlers that run when they are called for\n";
pcntl_async_signals(false);
$handled = 0;
$kill();
echo select(), "\n";
pcntl_signal_dispatch();
echo "$handled handled\n";
pcntl_async_signals(true);

echo "-- a handler that comes while somebody waits\n";
$c = spawn(select(...));
delay(1);
pcntl_signal(SIGHUP, function () use (&$handled) { $handled += 10; });
posix_kill($pid, SIGHUP);
echo await($c), "\n";

echo "-- signals that are ignored, and blocked\n";
pcntl_signal(SIGHUP, SIG_IGN);
pcntl_signal(SIGWINCH, SIG_DFL);
$c = spawn(select(...), $a, 600);
delay(1);
posix_kill($pid, SIGHUP);
posix_kill($pid, SIGWINCH);
posix_kill($pid, SIGUSR2);
delay(5);
var_dump($c->isCompleted());
fwrite($b, 'x');
echo await($c), "\n";
--EXPECT--
-- three of them
false stream_select(): Unable to select [4]: Interrupted system call, 1 handled
false stream_select(): Unable to select [4]: Interrupted system call, 1 handled
false Interrupted system call
-- main
false stream_select(): Unable to select [4]: Interrupted system call, 2 handled
-- while others run
false stream_select(): Unable to select [4]: Interrupted system call, 3 handled
-- a coroutine that waits for signals itself
-- interrupted
[-1,"Interrupted system call"]
-- what it waits for
signal of 12
0 no warning, 4 handled
-- its time is over
-1
-- without a time limit
signal
cancelled
-- no other wait
{"read":"line\n","accept":false,"sleep":true,"nanosleep":true,"delay":null}
-- what is ready is not hidden
1 no warning
-- handlers that run when they are called for
false stream_select(): Unable to select [4]: Interrupted system call, 0 handled
1 handled
-- a handler that comes while somebody waits
false stream_select(): Unable to select [4]: Interrupted system call, 11 handled
-- signals that are ignored, and blocked
bool(false)
1 no warning, 11 handled
