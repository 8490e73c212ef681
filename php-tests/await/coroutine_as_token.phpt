--TEST--
AW-8: a coroutine can be the token: its value gives no previous, its exception becomes previous
--DESCRIPTION--
Rules: AW-6, AW-8
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\{AsyncCancellation, OperationCanceledException};

$job = spawn(function () { delay(30); return 'v'; });
try { await($job, spawn(fn() => 'plain value')); } catch (OperationCanceledException $e) { var_dump($e->getPrevious()); }
$x = new RuntimeException('token failed');
try { await($job, spawn(fn() => throw $x)); } catch (OperationCanceledException $e) { var_dump($e->getPrevious() === $x); }
$token = spawn(function () { suspend(); }); $r = new AsyncCancellation('token cancelled'); $token->cancel($r);
try { await($job, $token); } catch (OperationCanceledException $e) { var_dump($e->getPrevious() === $r); }
echo await($job), "\n";
--EXPECT--
NULL
bool(true)
bool(true)
v
