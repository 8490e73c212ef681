--TEST--
CX-6: after a cancelled read of a socket or a pipe nothing is consumed, eof is not set, later reads get the data
--DESCRIPTION--
Rules: CX-6, ST-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
foreach (['fread' => fn($s) => fread($s, 100), 'fgets' => fn($s) => fgets($s), 'stream_get_contents' => fn($s) => stream_get_contents($s, 5), 'fgetc' => fn($s) => fgetc($s)] as $name => $read) {
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    foreach ([[$a, $b], [$pipes[1], $pipes[0]]] as [$in, $out]) {
        $c = spawn(fn() => $read($in));
        suspend(); delay(1);
        $c->cancel(new AsyncCancellation($name));
        try { await($c); echo "no cancellation\n"; } catch (AsyncCancellation $e) { }
        $eof = feof($in);
        fwrite($out, "later\n");
        echo $name, ' ', var_export($eof, true), ' ', fgets($in);
    }
    fclose($b);
    var_dump(fgets($a), feof($a));
}
fclose($pipes[0]);
proc_terminate($process, 9);
--EXPECT--
fread false later
fread false later
bool(false)
bool(true)
fgets false later
fgets false later
bool(false)
bool(true)
stream_get_contents false later
stream_get_contents false later
bool(false)
bool(true)
fgetc false later
fgetc false later
bool(false)
bool(true)
