--TEST--
FI-9: dropping the last reference to a parked Fiber destroys it: only finally blocks and destructors run
--DESCRIPTION--
Rules: FI-9, FI-12
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, get_coroutines};

class D { function __destruct() { echo "destructor\n"; } }
suspend();
$body = function () { $d = new D; try { Fiber::suspend(); echo "never\n"; } finally { echo "finally\n"; } echo "never\n"; };
$f = new Fiber($body);
$f->start();
$c = $f->getCoroutine();
$f = null;
var_dump($c->isCompleted(), count(get_coroutines()));
await(spawn(function () use ($body) { $f = new Fiber($body); $f->start(); }));
// The finally block may wait.
$f = new Fiber(function () { try { Fiber::suspend(); } finally { suspend(); echo "after a wait\n"; } });
$f->start();
$f = null;
echo "end\n";
--EXPECT--
finally
destructor
bool(true)
int(1)
finally
destructor
after a wait
end
