--TEST--
The example config_reloader.php: settings follow files and SIGHUP, broken ones are refused, SIGTERM lets work finish
--DESCRIPTION--
Rules: FS-14, FS-17, FS-9, FS-23, SG-2, SG-3, SG-8, SG-10, PR-4, SC-43
Order: independent
--SKIPIF--
<?php if (!extension_loaded('posix') || !extension_loaded('pcntl')) die('skip needs posix and pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/directory.php';

const EXAMPLE = __DIR__ . '/../../examples/config_reloader.php';
print_child(child_php(EXAMPLE, seconds: 20));

echo "-- on a directory of ours\n";
$d = directory();
file_put_contents("$d/a.ini", "name = one\n");
$command = [PHP_BINARY, '-n', '-d', 'extension=' . true_async_module(), EXAMPLE, $d];
$service = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
$line = function () use ($pipes): void { echo preg_replace('/process \d+/', 'process N', fgets($pipes[1])); };
$line();
file_put_contents("$d/a.ini", "name = two\n");
$line();
file_put_contents("$d/new", "name = three\n");
rename("$d/new", "$d/a.ini");
$line();
$pid = proc_get_status($service)['pid'];
// However often, and however soon one after the other: it does not end the service.
for ($i = 0; $i < 50; $i++) posix_kill($pid, SIGHUP);
$line();
posix_kill($pid, SIGTERM);
$rest = stream_get_contents($pipes[1]);
echo preg_replace(['/^(SIGHUP: name=three\n)+/', '/\d+ times reloaded/'], ['', 'often reloaded'], $rest),
    'status ', proc_close($service), "\n";
--EXPECTF--
process %d: colour=red size=1
files: colour=green size=1
files: colour=green extra20=20 size=1
files: app.ini is broken, the former settings stay
files: colour=blue extra20=20
SIGHUP: colour=blue extra20=20
SIGTERM: 4 times reloaded, 1 times refused, 0 jobs left unfinished
[status 0]
-- on a directory of ours
process N: name=one
files: name=two
files: name=three
SIGHUP: name=three
SIGTERM: often reloaded, 0 times refused, 0 jobs left unfinished
status 0
