--TEST--
SEL-8: cancelling a coroutine in stream_select() throws; the streams stay usable
--DESCRIPTION--
Rules: SEL-8, io CX-1, io CX-4, io CX-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
foreach ([null, 100] as $timeout) {
    $c = spawn(function () use ($a, $timeout) {
        $r = [$a]; $w = $e = null;
        var_dump(stream_select($r, $w, $e, $timeout));
        echo "never\n";
    });
    suspend();
    $c->cancel(new AsyncCancellation('stop'));
    try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
}
fwrite($b, "data\n");
echo fgets($a);
--EXPECT--
stop
stop
data
