--TEST--
FI-2: await, suspend and delay inside a Fiber suspend its coroutine; the Fiber continues afterwards
--DESCRIPTION--
Rules: FI-2, FI-7, AW-14
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$body = function ($where) {
    $a = await(spawn(function () { suspend(); return 'awaited'; }));
    delay(1); suspend();
    $b = Fiber::suspend("$where $a");
    try { await(spawn(fn() => throw new Exception('coroutine failed'))); } catch (Exception $e) { $b .= ', ' . $e->getMessage(); }
    return $b;
};
$f = new Fiber($body);
echo $f->start('main'), "\n"; $f->resume('resumed'); echo $f->getReturn(), "\n";
$c = spawn(function () use ($body) {
    $f = new Fiber($body); echo $f->start('coroutine'), "\n"; $f->resume('again');
    return $f->getReturn();
});
echo await($c), "\n";
--EXPECT--
main awaited
resumed, coroutine failed
coroutine awaited
again, coroutine failed
