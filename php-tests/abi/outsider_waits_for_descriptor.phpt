--TEST--
Outsider (a): a function of another extension suspends until a descriptor is ready or a timeout passes
--DESCRIPTION--
Rules: ABI-187, ABI-211, ABI-212
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('wait_fd')) || !extension_loaded('async_abi_test')) die('skip needs wait_fd and async_abi_test');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('wait_fd');
use function Async\{spawn, await, suspend, delay};

const READABLE = 1;
const WRITABLE = 2;

[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$fds = [];
foreach (scandir('/proc/self/fd') as $fd) {
    if (is_numeric($fd) && @readlink("/proc/self/fd/$fd") === 'socket:[' . fstat($a)['ino'] . ']') {
        $fds[] = (int) $fd;
    }
}
[$fd] = $fds;

spawn(function () use ($b) {
    echo "another coroutine runs\n";
    fwrite($b, "x");
});
$seen = wait_fd($fd, READABLE, 60000);
echo "readable: $seen\n";
fread($a, 1);
echo "time is over: ", wait_fd($fd, READABLE, 1), "\n";
echo "writable: ", wait_fd($fd, READABLE | WRITABLE, 60000), "\n";
$waits = spawn(fn() => wait_fd($fd, READABLE, 60000));
while (!$waits->getAwaitingInfo()) {
    suspend();
}
$waits->cancel();
try {
    await($waits);
} catch (Async\AsyncCancellation $e) {
    echo "cancelled\n";
}
try {
    wait_fd(999999, READABLE, 1000);
} catch (Async\InputOutputException $e) {
    echo get_class($e), "\n";
}
// Two wait for the same descriptor.
$both = [spawn(fn() => wait_fd($fd, READABLE, 60000)), spawn(fn() => wait_fd($fd, READABLE, 60000))];
while (!$both[0]->getAwaitingInfo() || !$both[1]->getAwaitingInfo()) {
    suspend();
}
fwrite($b, "x");
echo "both: ", await($both[0]), " ", await($both[1]), "\n";
echo "counts: ", implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
another coroutine runs
readable: 1
time is over: 0
writable: 2
cancelled
Async\InputOutputException
both: 1 1
counts: 0 1
