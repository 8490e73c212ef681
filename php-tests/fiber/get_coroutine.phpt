--TEST--
FI-12: getCoroutine() is the Fiber's coroutine from its start on, while parked and after its end
--DESCRIPTION--
Rules: FI-12, AP-6, SD-30
Order: independent
--FILE--
<?php
use function Async\{await, get_coroutines, suspend};

function show(Fiber $f): void {
    $c = $f->getCoroutine();
    if ($c === null) { echo "none\n"; return; }
    echo get_class($c), $c->getId() > 0 ? ' id' : ' no id', $c->isStarted() ? ' started' : '', $c->isSuspended() ? ' suspended' : '',
        $c->isCompleted() ? ' completed' : '', $c->isCancelled() ? ' cancelled' : '', in_array($c, get_coroutines(), true) ? ' listed' : '',
        ' ', json_encode($c->getResult()), "\n";
}
foreach (['before launch', 'after launch'] as $when) {
    echo "$when\n";
    $f = new Fiber(function () { return 'got ' . Fiber::suspend(); });
    show($f);
    $f->start();
    if ($when === 'after launch') show($f);
    $c = $f->getCoroutine();
    show($f);
    $f->resume('x');
    show($f);
    var_dump($f->getCoroutine() === $c, await($c));
    // Asked for the first time after the end.
    $g = new Fiber(fn() => 'never parked'); $g->start();
    show($g);
    suspend();
}
var_dump(count(get_coroutines()));
--EXPECT--
before launch
none
Async\Coroutine id started suspended listed null
Async\Coroutine id started completed "got x"
bool(true)
string(5) "got x"
Async\Coroutine id started completed "never parked"
after launch
none
Async\Coroutine id started suspended listed null
Async\Coroutine id started suspended listed null
Async\Coroutine id started completed "got x"
bool(true)
string(5) "got x"
Async\Coroutine id started completed "never parked"
int(1)
