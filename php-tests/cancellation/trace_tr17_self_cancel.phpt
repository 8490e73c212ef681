--TEST--
CN-6: a coroutine that cancels itself goes on; await throws the cancellation, the result is kept (TR-17)
--DESCRIPTION--
Rules: CN-6, CO-12, TR-17
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, current_coroutine};
use Async\AsyncCancellation;

$c = spawn(function () { current_coroutine()->cancel(new AsyncCancellation("me")); suspend(); echo "goes on\n"; return 9; });
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), " ", $c->getResult(), "\n"; }
var_dump($c->isCancelled(), $c->getException() === $e);
$d = spawn(function () { current_coroutine()->cancel(); delay(1); await(spawn(fn() => 1)); return 'default'; });
try { await($d); } catch (AsyncCancellation $e) { echo $e->getMessage(), " ", $d->getResult(), "\n"; }
--EXPECT--
goes on
me 9
bool(true)
bool(true)
Coroutine cancelled default
