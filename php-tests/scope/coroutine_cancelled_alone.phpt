--TEST--
SC-24: a coroutine cancelled by itself leaves its scope and siblings alone
--DESCRIPTION--
Rules: SC-24
Order: dependent
--FILE--
<?php
use function Async\{suspend, await};
use Async\{Scope, AsyncCancellation};

$s = new Scope;
$task = function ($name) {
    try {
        for ($i = 0; $i < 4; $i++) suspend();
        echo "$name ends\n";
    } catch (AsyncCancellation $e) {
        echo "$name: ", $e->getMessage(), "\n";
    }
};
[$a, $b, $c] = [$s->spawn($task, 'a'), $s->spawn($task, 'b'), $s->spawn($task, 'c')];
suspend();
$a->cancel(new AsyncCancellation('only a'));
suspend();
var_dump($s->isCancelled(), $s->isFinished());
$b->cancel(new AsyncCancellation('only b'));
$s->cancel(new AsyncCancellation('the rest'));
suspend(); suspend();
--EXPECT--
a: only a
bool(false)
bool(false)
b: only b
c: the rest
