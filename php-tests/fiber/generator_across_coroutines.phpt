--TEST--
FI-14: generators created, advanced and destroyed in different coroutines; running twice is an Error
--DESCRIPTION--
Rules: FI-14
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$g = await(spawn(fn() => (function () { try { $x = yield 1; suspend(); yield $x; yield 3; } finally { echo "generator closed\n"; } })()));
echo await(spawn(fn() => $g->current())), "\n";
echo await(spawn(fn() => $g->send('sent'))), "\n";
await(spawn(function () use (&$g) { $g->next(); echo $g->current(), "\n"; }));
$slow = (function () { suspend(); suspend(); yield 'slow'; })();
$a = spawn(fn() => $slow->current());
$b = spawn(function () use ($slow) { try { $slow->current(); } catch (Error $e) { echo $e->getMessage(), "\n"; } });
await($b); echo await($a), "\n";
await(spawn(function () use (&$g) { $g = null; }));
echo "end\n";
--EXPECT--
1
sent
3
Cannot resume an already running generator
slow
generator closed
end
