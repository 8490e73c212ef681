--TEST--
SC-25: a coroutine that cancels its own scope runs on to its end
--DESCRIPTION--
Rules: SC-25, CN-6
Order: dependent
--FILE--
<?php
use function Async\{suspend, await};
use Async\{Scope, AsyncCancellation};

$s = new Scope;
$c = $s->spawn(function () use ($s) {
    $s->cancel(new AsyncCancellation('own'));
    var_dump($s->isCancelled()); suspend(); echo "goes on\n"; return 3;
});
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), ' ', $c->getResult(), "\n"; }
var_dump($c->isCancelled(), $s->isCancelled(), $s->isClosed());
--EXPECT--
bool(true)
goes on
own 3
bool(true)
bool(true)
bool(true)
