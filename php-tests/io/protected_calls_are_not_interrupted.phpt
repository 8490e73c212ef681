--TEST--
CX-11: a call that waits inside Async\protect() is not interrupted by a cancellation, which comes afterwards
--DESCRIPTION--
Rules: io CX-11, PR-3
Order: independent
--FILE--
<?php
use function Async\{spawn, await, protect, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$c = spawn(function () use ($a) {
    try {
        protect(function () use ($a) {
            echo fgets($a);
            usleep(1000);
            echo fgets($a);
        });
        usleep(1000);
        echo "not reached\n";
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    echo fgets($a);
});
while (!$c->isSuspended() || $c->isQueued()) {
    suspend();
}
$c->cancel();
suspend();
fwrite($b, "first\n");
usleep(3000);
fwrite($b, "second\n");
usleep(3000);
fwrite($b, "third\n");
try {
    await($c);
} catch (Async\AsyncCancellation) {
}
?>
--EXPECT--
first
second
cancelled
third
