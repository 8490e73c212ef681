--TEST--
SO-10, CX-12: a coroutine that waits for its turn on a stream can be cancelled; the others get their turns, in order of arrival
--DESCRIPTION--
Rules: io SO-10, io CX-12, IO-11
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$readers = [];
for ($i = 0; $i < 4; $i++) {
    $readers[$i] = spawn(function () use ($a, $i) {
        try {
            $line = fgets($a);
            echo "$i: $line";
        } catch (Async\AsyncCancellation $e) {
            echo "$i: ", get_class($e), "\n";
        }
    });
}
suspend();
// The second waits for its turn, the first for data.
$readers[1]->cancel();
suspend();
$readers[0]->cancel();
suspend();
suspend();
fwrite($b, "first\nsecond\n");
array_map(await(...), $readers);
?>
--EXPECT--
1: Async\AsyncCancellation
0: Async\AsyncCancellation
2: first
3: second
