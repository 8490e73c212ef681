--TEST--
AW-4: cancel() of a finished coroutine changes neither its value nor its state
--DESCRIPTION--
Rules: AW-4, CN-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\AsyncCancellation;

$c = spawn(fn() => 5);
await($c);
$c->cancel(new AsyncCancellation('late'));
var_dump(await($c), $c->isCancelled(), $c->isCancellationRequested(), $c->getException());
$f = spawn(fn() => throw new Exception('own'));
try { await($f); } catch (Exception $e) { }
$f->cancel();
try { await($f); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
var_dump($f->isCancelled());
--EXPECT--
int(5)
bool(false)
bool(false)
NULL
own
bool(false)
