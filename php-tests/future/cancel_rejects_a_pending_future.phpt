--TEST--
cancel() rejects a pending future, does nothing to a completed one, and does not tell the producer
--DESCRIPTION--
Rules: FU-8, FU-12
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
$future->cancel();
$future->cancel(new Async\AsyncCancellation('later'));
try { $future->await(); } catch (Async\AsyncCancellation $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
try { $state->complete(1); } catch (Async\AsyncException $e) { echo str_replace(__FILE__, 'F', $e->getMessage()), "\n"; }

$state = new FutureState();
$future = new Future($state);
$mine = new Async\AsyncCancellation('mine');
$waiter = spawn(function () use ($future) { try { $future->await(); } catch (Async\AsyncCancellation $e) { return $e; } });
spawn(fn() => $future->cancel($mine));
var_dump(await($waiter) === $mine);

$done = Future::completed('kept');
$done->cancel();
var_dump($done->isCancelled(), $done->await());
--EXPECT--
Async\AsyncCancellation: Future has been cancelled
FutureState is already completed at F:7
bool(true)
bool(false)
string(4) "kept"
