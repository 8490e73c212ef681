--TEST--
FK-2: pcntl_fork() with other coroutines throws; with main alone the child has its own loop
--DESCRIPTION--
Rules: FK-2, FK-3, SH-13
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, await, delay, suspend};
$c = spawn(fn() => delay(1));
try { pcntl_fork(); echo "forked\n"; } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
await($c);
$pid = pcntl_fork();
if ($pid === 0) { $v = await(spawn(function () { delay(2); return 7; })); exit($v); }
pcntl_waitpid($pid, $status);
var_dump(pcntl_wexitstatus($status));
echo await(spawn(function () { delay(1); return 'parent works'; })), "\n";
PHP));
--EXPECT--
Error: Cannot fork() while coroutines other than the main one are running. fork() is only allowed when just the main coroutine is active.
int(7)
parent works
[status 0]
