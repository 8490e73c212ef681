--TEST--
SC-23, SC-50: trees of thousands of levels are cancelled, waited for and released without running out of stack
--DESCRIPTION--
Rules: SC-23, SC-50, SC-51, SC-52, SC-15
Order: dependent
--FILE--
<?php
use function Async\{suspend, await, delay, timeout, spawn};
use Async\Scope;

/** A chain of scopes below a new root. */
function chain(int $levels): array
{
    $list = [new Scope];
    for ($i = 0; $i < $levels; $i++) $list[] = Scope::inherit($list[$i]);
    return $list;
}
// In a coroutine: its C stack is smaller than main's.
await(spawn(function () {
    $list = chain(20_000);
    $c = end($list)->spawn(function () { delay(100_000); });
    suspend();
    var_dump($list[0]->isFinished());
    $list[0]->cancel();
    suspend();
    var_dump($c->isCompleted(), $list[0]->isClosed(), end($list)->isClosed(), $list[10_000]->isCancelled());

    $list = chain(20_000);
    $list[0]->spawn(fn() => suspend());
    suspend();
    $list[0]->cancel();
    suspend();
    var_dump(end($list)->isClosed());
    foreach (chain(20_000) as $i => $s) unset($s);
    echo "done\n";
}));
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
done
