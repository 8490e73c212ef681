--TEST--
FK-1: without the API pcntl_fork() is stock; the child may use the API
--DESCRIPTION--
Rules: FK-1, FK-3, MO-5, io FRK-1
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, await, delay};
$f = new Fiber(function () { Fiber::suspend(); }); $f->start();
$pid = pcntl_fork();
if ($pid === 0) exit(await(spawn(function () { delay(2); return 5; })));
pcntl_waitpid($pid, $status);
var_dump(pcntl_wexitstatus($status));
try { pcntl_fork(1); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
PHP, []));
--EXPECT--
int(5)
pcntl_fork() expects exactly 0 arguments, 1 given
[status 0]
