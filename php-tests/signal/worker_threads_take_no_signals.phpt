--TEST--
Threads that work for the event loop have all signals blocked
--DESCRIPTION--
Rules: io SF-4a, SG-10
Order: independent
--FILE--
<?php
use function Async\{await, spawn};

$names = [];
foreach (['localhost', '127.0.0.1', 'localhost.'] as $name) $names[] = spawn(fn() => gethostbyname($name));
foreach ($names as $name) await($name);
$masks = [];
foreach (glob('/proc/self/task/*/status') as $file) {
    if (dirname($file) === '/proc/self/task/' . getmypid()) continue;
    preg_match('/^SigBlk:\s*([0-9a-f]+)$/m', file_get_contents($file), $match);
    $masks[] = $match[1];
}
// SIGKILL, SIGSTOP and two that libc keeps for itself cannot be blocked.
var_dump(count($masks) > 0, array_unique($masks));
--EXPECT--
bool(true)
array(1) {
  [0]=>
  string(16) "fffffffe7ffbfeff"
}
