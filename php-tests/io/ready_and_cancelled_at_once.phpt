--TEST--
CX-10: a read that is ready when its coroutine is cancelled returns its data or leaves it where it is; the cancellation comes once
--DESCRIPTION--
Rules: io CX-10
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$c = spawn(function () use ($a) {
    $data = '';
    $cancelled = 0;
    while ($cancelled === 0 || $data !== 'data') {
        try {
            $data .= fread($a, 4 - strlen($data) ?: 1);
        } catch (Async\AsyncCancellation) {
            $cancelled++;
        }
    }
    return [$data, $cancelled, stream_get_contents($a, 5)];
});
while (!$c->isSuspended() || $c->isQueued()) {
    suspend();
}
fwrite($b, 'data');
// The event loop has found the data, and the coroutine has not run yet, where the order of coroutines allows that.
usleep(0);
$c->cancel();
spawn(function () use ($b) {
    delay(5);
    fwrite($b, 'later');
});
echo json_encode(await($c)), "\n";
?>
--EXPECT--
["data",1,"later"]
