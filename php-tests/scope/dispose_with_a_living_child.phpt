--TEST--
SC-20, SC-52: disposing of a parent disposes of its children
--DESCRIPTION--
Rules: SC-20, SC-21, SC-51, SC-52, SC-29
Order: dependent
--FILE--
<?php
use function Async\{suspend};
use Async\{Scope, AsyncCancellation};

$p = new Scope;
$busy = Scope::inherit($p);
$idle = Scope::inherit($p);
$below = Scope::inherit($idle);
$busy->spawn(function () {
    try { while (true) suspend(); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; suspend(); suspend(); echo "cleaned up\n"; }
});
suspend();
$p->dispose();
$show = function () use ($p, $busy, $idle, $below) {
    foreach (compact('p', 'busy', 'idle', 'below') as $name => $s)
        printf("%s: %d%d%d ", $name, $s->isFinished(), $s->isClosed(), $s->isCancelled());
    echo "\n";
};
$show();
suspend();
$show();
suspend(); suspend(); suspend();
$show();
foreach ([$p, $busy, $idle, $below] as $s) {
    try { $s->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
p: 101 busy: 101 idle: 111 below: 100 
Scope was cancelled
p: 101 busy: 101 idle: 111 below: 100 
cleaned up
p: 111 busy: 111 idle: 111 below: 111 
Scope object has been disposed
Scope object has been disposed
Scope object has been disposed
Scope object has been disposed
