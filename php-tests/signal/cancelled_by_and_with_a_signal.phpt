--TEST--
CX-10: a call that a signal ends is cancelled if a cancellation comes before it has returned; the handler has run all the same
--DESCRIPTION--
Rules: io CX-10, io SL-2, core CN-21
Order: independent
--EXTENSIONS--
pcntl
posix
sockets
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
pcntl_async_signals(true);
pcntl_sigprocmask(SIG_BLOCK, [SIGUSR2]);
$pid = getmypid();
$handled = 0;
$then = null;
pcntl_signal(SIGUSR1, function () use (&$handled, &$then) {
    $handled++;
    $then and $then();
}, restart_syscalls: false);

$child = pcntl_fork();
if (!$child) {
    sleep(600);
    exit;
}

/** What a signal ends. */
$calls = [
    'stream_select' => function () {
        $read = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $write = $except = null;
        return stream_select($read, $write, $except, 600);
    },
    'socket_select' => function () {
        socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $read);
        $write = $except = null;
        return socket_select($read, $write, $except, 600);
    },
    'pcntl_sigtimedwait' => fn() => pcntl_sigtimedwait([SIGUSR2], $info, 600),
    'pcntl_waitpid' => fn() => pcntl_waitpid($child, $status),
];

/** How the coroutine is cancelled, and the signal sent. */
$ways = [
    'not at all' => fn($coroutine) => posix_kill($pid, SIGUSR1),
    'by the handler' => function ($coroutine) use (&$then, $pid) {
        $then = $coroutine->cancel(...);
        posix_kill($pid, SIGUSR1);
    },
    'after the signal' => function ($coroutine) use ($pid) {
        posix_kill($pid, SIGUSR1);
        $coroutine->cancel();
    },
    'before the signal' => function ($coroutine) use ($pid) {
        $coroutine->cancel();
        posix_kill($pid, SIGUSR1);
    },
    // It has been woken, and has not run yet.
    'when the signal was found' => function ($coroutine) use ($pid) {
        posix_kill($pid, SIGUSR1);
        for ($i = 0; $i < 100_000 && !$coroutine->isQueued(); $i++) {
            suspend();
        }
        echo $coroutine->isQueued() ? 'woken, ' : 'not woken, ';
        $coroutine->cancel();
    },
];

foreach ($ways as $way => $act) {
    echo "-- cancelled $way\n";
    foreach ($calls as $name => $call) {
        $handled = 0;
        $then = null;
        $errors = [];
        set_error_handler(function ($n, $message) use (&$errors) { $errors[] = $message; });
        $waiting = spawn(function () use ($call) {
            try {
                $result = $call();
                $end = 'ended by the signal';
            } catch (Async\AsyncCancellation) {
                $end = 'cancelled';
            }
            try {
                suspend();
                delay(1);
            } catch (Async\AsyncCancellation) {
                $end .= ' once more';
            }
            return $end;
        });
        delay(2);
        $act($waiting);
        echo "$name: ", await($waiting), ", $handled handled", $way !== 'not at all' && $errors ? ", $errors[0]" : '', "\n";
    }
}
posix_kill($child, SIGKILL);
pcntl_waitpid($child, $status);
?>
--EXPECT--
-- cancelled not at all
stream_select: ended by the signal, 1 handled
socket_select: ended by the signal, 1 handled
pcntl_sigtimedwait: ended by the signal, 1 handled
pcntl_waitpid: ended by the signal, 1 handled
-- cancelled by the handler
stream_select: cancelled, 1 handled
socket_select: cancelled, 1 handled
pcntl_sigtimedwait: cancelled, 1 handled
pcntl_waitpid: cancelled, 1 handled
-- cancelled after the signal
stream_select: cancelled, 1 handled
socket_select: cancelled, 1 handled
pcntl_sigtimedwait: cancelled, 1 handled
pcntl_waitpid: cancelled, 1 handled
-- cancelled before the signal
stream_select: cancelled, 1 handled
socket_select: cancelled, 1 handled
pcntl_sigtimedwait: cancelled, 1 handled
pcntl_waitpid: cancelled, 1 handled
-- cancelled when the signal was found
woken, stream_select: cancelled, 1 handled
woken, socket_select: cancelled, 1 handled
woken, pcntl_sigtimedwait: cancelled, 1 handled
woken, pcntl_waitpid: cancelled, 1 handled
