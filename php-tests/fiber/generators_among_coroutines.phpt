--TEST--
FI-14: generators created, advanced and destroyed in different coroutines; an executing one cannot be advanced
--DESCRIPTION--
Rules: FI-14, SU-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$make = function () {
    try {
        $x = yield 1; suspend();
        $y = yield [$x, await(spawn(fn() => 'awaited'))];
        delay(1);
        try { yield $y; } catch (LogicException $e) { yield $e->getMessage(); }
        return 'returned';
    } finally {
        suspend(); echo "finally\n";
    }
};
$g = await(spawn($make(...)));
echo json_encode([await(spawn(fn() => $g->current())), await(spawn(fn() => $g->send('sent'))),
    await(spawn(fn() => $g->send('again'))), await(spawn(fn() => $g->throw(new LogicException('thrown'))))]), "\n";
await(spawn(function () use ($g) { $g->next(); }));
echo $g->getReturn(), "\n";

// Executing in another coroutine.
$g = (function () { yield 1; suspend(); suspend(); yield 2; })();
$g->current();
$c = spawn(function () use ($g) { $g->next(); return $g->current(); });
suspend();
foreach ([fn() => $g->next(), fn() => $g->send(1), fn() => $g->throw(new Exception)] as $advance) {
    try { $advance(); echo "advanced\n"; } catch (Error $e) { echo $e->getMessage(), "\n"; }
}
echo await($c), "\n";

// yield from, with an inner generator that is shared.
$inner = (function () { yield 'a'; suspend(); yield 'b'; yield 'c'; })();
$outer = fn() => yield from $inner;
$take = function () use ($outer) {
    $o = $outer(); $out = [];
    foreach ($o as $v) { $out[] = $v; suspend(); if (count($out) === 2) break; }
    return $out;
};
echo json_encode(await(spawn($take))), "\n";

// Destroyed half-way in a coroutine that did not create it.
$g = $make(); $g->current();
await(spawn(function () use (&$g) { $h = $g; $g = null; unset($h); }));

// Cancelled while it advances a generator: finally blocks run, the generator is over.
$g = (function () { try { delay(10_000); yield; } finally { echo "unwound\n"; } })();
$c = spawn(fn() => $g->current());
suspend(); $c->cancel();
try { await($c); } catch (Async\AsyncCancellation) { var_dump($g->valid()); }
--EXPECT--
[1,["sent","awaited"],"again","thrown"]
finally
returned
Cannot resume an already running generator
Cannot resume an already running generator
Cannot resume an already running generator
2
["a","b"]
finally
unwound
bool(false)
