--TEST--
SC-36, TR-9: an unhandled failure is thrown from awaitCompletion() and handled
--DESCRIPTION--
Rules: SC-36, EH-14, EH-1, TR-9
Order: dependent
--FILE--
<?php
use function Async\{suspend, timeout, spawn, await};
use Async\Scope;

$s = new Scope();
$s->spawn(function () { suspend(); throw new RuntimeException("x"); });
try { $s->awaitCompletion(timeout(1000)); } catch (RuntimeException $e) { echo "got ", $e->getMessage(), "\n"; }
var_dump($s->isCancelled());

// from two levels below, to two waiters
$s = new Scope;
$k = Scope::inherit(Scope::inherit($s));
$sibling = $s->spawn(function () { try { while (true) suspend(); } catch (Cancellation $e) { echo 'sibling: ', $e->getMessage(), "\n"; } });
$k->spawn(function () { suspend(); throw new LogicException('from below'); });
$wait = function () use ($s) { try { $s->awaitCompletion(timeout(1000)); } catch (LogicException $e) { return $e; } };
[$a, $b] = [spawn($wait), spawn($wait)];
var_dump(await($a) === await($b), await($a)->getMessage());
--EXPECT--
got x
bool(true)
sibling: Coroutine cancelled
bool(true)
string(10) "from below"
