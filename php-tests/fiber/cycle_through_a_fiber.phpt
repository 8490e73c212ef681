--TEST--
FI-9: a cycle through a parked Fiber is collected, also when its coroutine has a handler that knows it
--DESCRIPTION--
Rules: FI-9, GC-1
Order: dependent
--FILE--
<?php
use function Async\{suspend, get_coroutines};

class Holder { public $fiber; function run() { Fiber::suspend(); echo "never\n"; } function __destruct() { echo "destructor\n"; } }
suspend();
$h = new Holder; $h->fiber = new Fiber($h->run(...)); $h->fiber->start();
unset($h);
gc_collect_cycles();
suspend();
echo "collected\n";
$h = new Holder;
$h->fiber = new Fiber($h->run(...));
$h->fiber->start();
$h->fiber->getCoroutine()->finally(function () use ($h) { echo "handler\n"; });
$h->fiber->resume();
unset($h);
gc_collect_cycles();
suspend();
echo "end\n";
--EXPECT--
destructor
collected
never
handler
destructor
end
