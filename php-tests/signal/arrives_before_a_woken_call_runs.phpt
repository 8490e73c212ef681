--TEST--
io SL-2: a signal ends a call that was woken for nothing and has not run yet
--DESCRIPTION--
Rules: io SL-2
Order: dependent
--EXTENSIONS--
pcntl
posix
sockets
--FILE--
<?php
use function Async\{await, spawn, suspend};

require __DIR__ . '/../lib/watchdog.php';

pcntl_async_signals(true);
pcntl_sigprocmask(SIG_BLOCK, [SIGUSR2]);
$child = watched_fork();
if (!$child) {
    sleep(600);
    exit;
}
watchdog();
$pid = getmypid();
$handled = 0;
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; }, restart_syscalls: false);

$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $sockets);
$nothing = null;
/** The call; what wakes it; what takes that away again. */
$calls = [
    'pcntl_wait' => [fn() => pcntl_wait($status), fn() => null, fn() => null],
    'stream_select' => [
        function () use ($pair) {
            $read = [$pair[0]];
            $write = $except = null;
            return @stream_select($read, $write, $except, 600);
        },
        fn() => fwrite($pair[1], 'x'),
        fn() => fread($pair[0], 1),
    ],
    'socket_select' => [
        function () use ($sockets) {
            $read = [$sockets[0]];
            $write = $except = null;
            return @socket_select($read, $write, $except, 600);
        },
        fn() => socket_write($sockets[1], 'x'),
        fn() => socket_recv($sockets[0], $data, 1, 0),
    ],
    'pcntl_sigtimedwait' => [
        // A failure is -1, as of PHP 8.4 false.
        fn() => @pcntl_sigtimedwait([SIGUSR2], $info, 600) > 0,
        fn() => posix_kill($pid, SIGUSR2),
        fn() => pcntl_sigtimedwait([SIGUSR2], $info, 0, 1),
    ],
];
foreach ($calls as $name => [$call, $wake, $take]) {
    $handled = 0;
    $waiting = spawn($call);
    suspend();
    $wake();
    while (!$waiting->isQueued()) {
        suspend();
    }
    $take();
    posix_kill($pid, SIGUSR1);
    echo "$name: woken, $handled handled, ", var_export(await($waiting), true), "\n";
}
posix_kill($child, SIGKILL);
echo pcntl_waitpid($child, $status) === $child ? "done\n" : "the child is gone\n";
?>
--EXPECT--
pcntl_wait: woken, 1 handled, -1
stream_select: woken, 1 handled, false
socket_select: woken, 1 handled, false
pcntl_sigtimedwait: woken, 1 handled, false
done
