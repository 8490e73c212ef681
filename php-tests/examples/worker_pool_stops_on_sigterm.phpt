--TEST--
The example worker_pool.php: SIGTERM lets every worker finish its job and no other
--DESCRIPTION--
Rules: PR-4, PR-6, SC-37, SC-20, SC-43
Order: independent
--SKIPIF--
<?php if (!extension_loaded('posix')) die('skip needs posix'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

const JOBS = 5000;
$command = [PHP_BINARY, '-n', '-d', 'extension=' . true_async_module(), __DIR__ . '/../../examples/worker_pool.php', '4', JOBS];
$pool = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
preg_match('/process (\d+)/', fgets($pipes[1]), $process);
usleep(150_000);
posix_kill((int) $process[1], SIGTERM);
$out = stream_get_contents($pipes[1]);
echo "status ", proc_close($pool), "\n";
echo strtok($out, "\n"), "\n";
preg_match('/(\d+) jobs finished, (\d+) files whole, (\d+) torn, (\d+) jobs left/', $out, $counts);
[, $finished, $whole, $torn, $left] = $counts;
var_dump($finished > 0, $whole === $finished, $torn, $finished + $left === JOBS);
--EXPECT--
status 0
stopped by SIGTERM
bool(true)
bool(true)
string(1) "0"
bool(true)
