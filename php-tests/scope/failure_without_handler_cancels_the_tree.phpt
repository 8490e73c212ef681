--TEST--
EH-13, EH-15: scope, its children and siblings are cancelled, level by level
--DESCRIPTION--
Rules: EH-13, EH-15, EH-14, SC-23
Order: dependent
--FILE--
<?php
use function Async\{suspend, await, delay, timeout};
use Async\{Scope, AsyncCancellation};

function worker(Scope $s, string $name): void
{
    $s->spawn(function () use ($name) {
        try {
            while (true) suspend();
        } catch (AsyncCancellation $e) {
            echo "$name: ", $e->getMessage(), "\n";
            suspend(); suspend(); suspend();
            echo "$name cleans up undisturbed\n";
        }
    });
}
$root = new Scope;
$a = Scope::inherit($root);
$b = Scope::inherit($root);
$below = Scope::inherit($a);
foreach (compact('root', 'a', 'b', 'below') as $name => $s) worker($s, $name);
suspend();
$c = $a->spawn(function () { throw new RuntimeException('failure'); });
$d = $a->spawn(function () { throw new RuntimeException('never started either'); });
$never = $b->spawn(fn() => print "never\n");
try { $root->awaitCompletion(timeout(1000)); } catch (RuntimeException $e) { echo 'waiter: ', $e->getMessage(), "\n"; }
foreach (compact('root', 'a', 'b', 'below') as $name => $s) echo "$name cancelled ", var_export($s->isCancelled(), true), "\n";
try { await($d); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
try { await($never); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
try { await($c); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
$root->awaitAfterCancellation();
--EXPECT--
root: Coroutine cancelled
a: Coroutine cancelled
b: Scope was cancelled
below: Scope was cancelled
waiter: failure
root cancelled true
a cancelled true
b cancelled true
below cancelled true
Coroutine cancelled
Scope was cancelled
failure
root cleans up undisturbed
a cleans up undisturbed
b cleans up undisturbed
below cleans up undisturbed
