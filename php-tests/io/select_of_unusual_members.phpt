--TEST--
SEL-3 to SEL-7: select with data in PHP's buffer, files, pipes, directions, a peer that is gone and a stream that is closed meanwhile
--DESCRIPTION--
Rules: io SEL-3, io SEL-4, io SEL-5, io SEL-6, io SEL-7, io W-3
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

/** Result of a select without a time limit, and the keys that are left. */
function select(?array $read, ?array $write = null, ?array $except = null): string
{
    $n = stream_select($read, $write, $except, null);
    return json_encode([$n, array_keys($read ?? []), array_keys($write ?? [])]);
}

function pair(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}

watchdog();
echo await(spawn(function () {
    [$a, $b] = pair();
    [$idle] = $others = pair();
    fwrite($b, "one\ntwo\n");
    fgets($a);
    return 'buffered: ' . select(['idle' => $idle, 'a' => $a]);
})), "\n";
echo await(spawn(function () {
    [$idle] = $others = pair();
    return 'files: ' . select(['file' => fopen(__FILE__, 'r'), 'null' => fopen('/dev/null', 'r'), 'idle' => $idle], ['idle' => $idle]);
})), "\n";
$cat = proc_open('cat', [['pipe', 'r'], ['pipe', 'w']], $pipes);
[$a, $b] = pair();
$mixed = spawn(fn() => select(['socket' => $a, 'pipe' => $pipes[1]], null, ['socket' => $a]));
suspend();
fwrite($pipes[0], 'x');
echo 'mixed: ', await($mixed), "\n";
$gone = spawn(fn() => select(['socket' => $a]) . json_encode([fread($a, 10), feof($a)]));
suspend();
fclose($b);
echo 'closed by the peer: ', await($gone), "\n";
[$a, $b] = pair();
$closed = spawn(function () use ($a) {
    $read = [$a];
    $write = $except = null;
    return [@stream_select($read, $write, $except, null), error_get_last()['message']];
});
while (!$closed->isSuspended() || $closed->isQueued()) {
    suspend();
}
fclose($a);
[$result, $message] = await($closed);
echo 'closed here: ', json_encode($result), ' ', preg_replace('~ \(max_fd=\d+\)~', '', $message), "\n";
try {
    await(spawn(fn() => select(['socket' => $b, 'closed' => $a])));
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
buffered: [1,["a"],[]]
files: [3,["file","null"],["idle"]]
mixed: [1,["pipe"],[]]
closed by the peer: [1,["socket"],[]]["",true]
closed here: false stream_select(): Unable to select [9]: Bad file descriptor
stream_select(): supplied resource is not a valid stream resource
