--TEST--
EXE-6, EXE-7: in a coroutine proc_close() gives the negative number of the signal that killed the command; pclose() gives the raw status
--DESCRIPTION--
Rules: io EXE-6, io EXE-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$close = fn(string $command) => proc_close(proc_open(['sh', '-c', $command], [], $pipes));
$calls = [
	fn() => $close('kill -9 $$'), fn() => $close('kill -11 $$'), fn() => $close('exit 9'), fn() => $close('exit 139'),
	fn() => pclose(popen('kill -9 $$', 'r')), fn() => pclose(popen('exit 9', 'r')),
];
echo json_encode(array_map(fn($call) => $call(), $calls)), "\n";
// Each its own, in whatever order they end.
$coroutines = array_map(fn($call) => spawn($call), $calls);
echo json_encode(array_map(await(...), $coroutines)), "\n";

// The status was taken by another wait.
echo await(spawn(function () {
	// Newer versions of PHP keep the status that proc_get_status() sees.
	$process = proc_open('read line; exit 5', [['pipe', 'r']], $pipes);
	$pid = proc_get_status($process)['pid'];
	fclose($pipes[0]);
	pcntl_waitpid($pid, $status);
	return proc_close($process);
})), "\n";
?>
--EXPECT--
[9,11,9,139,9,9]
[-9,-11,9,139,9,9]
-1
