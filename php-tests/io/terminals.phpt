--TEST--
IO-5, IO-6: both ends of a terminal are read and written in coroutines like pipes, with a time limit and without
--DESCRIPTION--
Rules: io IO-5, io IO-6
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog(30);
// The terminal of a command: what is written to it is its input, what it says is read there. No echo, no lines made longer.
$process = proc_open(['sh', '-c', 'stty -echo -onlcr; echo ready; exec cat'], [['pty'], ['pty'], ['pty']], $pipes);
[$in, $out] = [$pipes[0], $pipes[1]];
$turns = 0;
$others = spawn(function () use (&$turns) {
    for (;; $turns++) {
        suspend();
    }
});
echo await(spawn(fn() => fgets($out)));
$reads = spawn(fn() => fgets($out));
for ($i = 0; $i < 20; $i++) {
    suspend();
}
var_dump($reads->isCompleted(), $turns > 5);
fwrite($in, "through the terminal\n");
echo await($reads);
echo json_encode(await(spawn(fn() => [
    stream_set_timeout($out, 0, 30_000), fgets($out), stream_get_meta_data($out)['timed_out'], fread($out, 10), feof($out),
]))), "\n";
stream_set_timeout($out, 100);
$reads = spawn(fn() => [fgets($out), stream_get_meta_data($out)['timed_out']]);
fwrite($in, "after the limit\n");
echo json_encode(await($reads)), "\n";
$others->cancel();
proc_terminate($process, 9);
proc_close($process);
?>
--EXPECT--
ready
bool(false)
bool(true)
through the terminal
[true,false,true,false,false]
["after the limit\n",false]
