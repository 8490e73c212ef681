--TEST--
AP-1: named arguments work for the functions and methods
--DESCRIPTION--
Rules: AP-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, timeout};
use Async\{Timeout, AsyncCancellation};

$c = spawn(task: fn() => 'value');
echo await(awaitable: $c, cancellation: null), "\n";
delay(ms: 1);
var_dump(timeout(ms: 5) instanceof Timeout);
$d = spawn(task: function () { suspend(); });
$d->cancel(cancellation: new AsyncCancellation(message: 'named'));
try { await(cancellation: null, awaitable: $d); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
$c->finally(callback: function () { echo "finally\n"; });
--EXPECT--
value
bool(true)
named
finally
