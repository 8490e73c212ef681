--TEST--
SEL-1: several coroutines select at once, on the same streams too; keys are preserved
--DESCRIPTION--
Rules: SEL-1, SEL-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$x, $y] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$select = function () use ($a, $x) {
    $r = ['k1' => $a, 'k2' => $x]; $w = $e = null; $n = stream_select($r, $w, $e, 2);
    return [$n, array_keys($r)];
};
$cs = [spawn($select), spawn($select)];
$short = spawn(function () use ($a) { $r = [$a]; $w = $e = null; return [stream_select($r, $w, $e, 0, 3000), $r]; });
delay(20);
fwrite($y, 'data');
foreach ($cs as $c) echo json_encode(await($c)), "\n";
echo json_encode(await($short)), "\n";
--EXPECT--
[1,["k2"]]
[1,["k2"]]
[0,[]]
