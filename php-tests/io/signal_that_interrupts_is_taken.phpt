--TEST--
Handlers for most real-time signals, and none: opens and accepts that are interrupted use another signal, and none is delivered
--DESCRIPTION--
Rules: io IO-14
Order: independent in real time
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(50);
pcntl_async_signals(true);

$dir = make_temporary_directory();
posix_mkfifo($fifo = "$dir/fifo", 0600);
$open = fn() => spawn(fn() => fopen($fifo, 'r'));
$cancel = function ($coroutine) {
    $coroutine->cancel();
    try {
        await($coroutine);
    } catch (Async\AsyncCancellation) {
        return true;
    }
};
$listener = stream_socket_server('tcp://127.0.0.1:0');
$accept = function () use ($listener) {
    $client = spawn(fn() => stream_socket_client('tcp://' . stream_socket_get_name($listener, false)));
    $peer = stream_socket_accept($listener, 10);
    return is_resource(await($client)) && is_resource($peer);
};
$threads = fn() => count(scandir('/proc/self/task'));

$signals = range(44, 64);
$delivered = 0;
$choices = [
    'none' => null,
    'handlers' => function () use (&$delivered) { $delivered++; },
    'ignored' => SIG_IGN,
    'default' => SIG_DFL,
];
foreach ($choices as $name => $handler) {
    $before = $threads();
    // One is under way when the signal is taken.
    $under_way = $open();
    delay(30);
    $accept();
    foreach ($handler === null ? [] : $signals as $signal) pcntl_signal($signal, $handler);
    delay(30);
    $ended = $cancel($under_way);
    $accepted = 0;
    for ($i = 0; $i < 4; $i++) {
        $coroutine = $open();
        delay(5);
        $ended = $cancel($coroutine) && $ended;
        $accepted += (int) $accept();
    }
    for ($i = 0; $i < 100 && $threads() > $before; $i++) delay(20);
    echo "$name: $delivered delivered, ", $ended ? 'opens ended' : 'an open went on', ", $accepted accepted, ",
        max(0, $threads() - $before), " threads left\n";
    // What was taken is free again for the next choice.
    foreach ($signals as $signal) pcntl_signal($signal, SIG_DFL);
}
$received = 0;
pcntl_signal(63, function () use (&$received) { $received++; });
$coroutine = $open();
delay(30);
posix_kill(posix_getpid(), 63);
delay(30);
$cancel($coroutine);
echo "a signal that was sent: $received\n";
remove_tree($dir);
?>
--EXPECT--
none: 0 delivered, opens ended, 4 accepted, 0 threads left
handlers: 0 delivered, opens ended, 4 accepted, 0 threads left
ignored: 0 delivered, opens ended, 4 accepted, 0 threads left
default: 0 delivered, opens ended, 4 accepted, 0 threads left
a signal that was sent: 1
