--TEST--
A signal whose handler has run ends the selects that were waiting, and none that begins later
--DESCRIPTION--
Rules: io SL-2, SEL-1
Order: independent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, spawn, suspend};

[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
function select(int $seconds, int $microseconds = 0): int|false
{
    $read = [$GLOBALS['here']];
    $write = $except = null;
    return @stream_select($read, $write, $except, $seconds, $microseconds);
}
$handled = 0;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; });

for ($i = 0; $i < 5; $i++) {
    $earlier = spawn(select(...), 600);
    // Simulation may let others run before it waits.
    while (!$earlier->isSuspended() || $earlier->isQueued()) suspend();
    posix_kill(getmypid(), SIGUSR1);
    echo "handled: $handled, later: ", json_encode(select(0, 1000)), ', earlier: ', json_encode(await($earlier)), "\n";
}
--EXPECT--
handled: 1, later: 0, earlier: false
handled: 2, later: 0, earlier: false
handled: 3, later: 0, earlier: false
handled: 4, later: 0, earlier: false
handled: 5, later: 0, earlier: false
