--TEST--
DL-5: an unused timeout is no pending event: a deadlock is still detected
--DESCRIPTION--
Rules: DL-5, DD-1
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$r = child_php(<<<'PHP'
<?php
$t = Async\timeout(60_000);
$c = Async\spawn(function () use (&$c) { Async\await($c); });
PHP, ['async.debug_deadlock' => 0]);
var_dump(str_contains($r['out'], 'Deadlock detected: no active coroutines, 1 coroutines in waiting'), $r['status']);
--EXPECT--
bool(true)
int(255)
