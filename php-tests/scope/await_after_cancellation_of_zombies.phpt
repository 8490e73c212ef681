--TEST--
SC-43: the zombies of a safely cancelled scope are waited for
--DESCRIPTION--
Rules: SC-43, SC-22
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, timeout};
use Async\Scope;

$s = Scope::inherit();
foreach ([1, 2] as $i) $s->spawn(function () use ($i) { echo "start $i\n"; suspend(); suspend(); echo "end $i\n"; });
suspend();
$s->cancel();
await(spawn(function () use ($s) { $s->awaitAfterCancellation(null, timeout(1000)); echo "waited\n"; }));
var_dump($s->isClosed(), $s->isFinished());
--EXPECT--
start 1
start 2
end 1
end 2
waited
bool(true)
bool(true)
