--TEST--
SC-20: child scopes in creation order come first, then the coroutines in the order they were spawned; the flag of the canceller decides
--DESCRIPTION--
Rules: SC-20, SC-21, SC-22, SC-23, CN-2, CN-16
Order: dependent
--FILE--
<?php
use function Async\{suspend, delay};
use Async\{Scope, AsyncCancellation};

function waiter(Scope $s, string $name): void
{
    $s->spawn(function () use ($name) { try { delay(60_000); } catch (AsyncCancellation $e) { echo "$name: ", $e->getMessage(), "\n"; } });
}
$s = new Scope;
waiter($s, 'own 1');
$b = Scope::inherit($s);
$a = Scope::inherit($s);
$below = Scope::inherit($b);
foreach (['a' => $a, 'b' => $b, 'below b' => $below] as $name => $x) waiter($x, $name);
waiter($s, 'own 2');
waiter($b, 'b 2');
suspend();
$s->cancel(new AsyncCancellation('reason'));
suspend();

echo "- who is safe is the scope that is closed, not its children\n";
$task = function (string $name) {
    try { suspend(); suspend(); echo "$name: zombie\n"; } catch (AsyncCancellation $e) { echo "$name: ", $e->getMessage(), "\n"; }
};
foreach (['cancel', 'dispose', 'disposeSafely'] as $method) {
    foreach ([true, false] as $safe) {
        $p = $safe ? (new Scope)->allowZombies() : new Scope;
        $k = Scope::inherit($p);
        $safe ? $k->asNotSafely() : $k->allowZombies();
        $label = $method . ($safe ? ', safe parent' : ', safe child');
        $p->spawn($task, "$label, parent");
        $k->spawn($task, "$label, child");
        suspend();
        // What has never started is cancelled in any case.
        foreach (['parent' => $p, 'child' => $k] as $name => $x) {
            $x->spawn(fn() => print "never\n")->finally(function ($c) use ($name) {
                echo "never started, $name: ", $c->getException()->getMessage(), "\n";
            });
        }
        $p->$method();
        suspend(); suspend(); suspend(); suspend();
    }
}
--EXPECT--
below b: reason
b: reason
b 2: reason
a: reason
own 1: reason
own 2: reason
- who is safe is the scope that is closed, not its children
never started, parent: Scope was cancelled
never started, child: Scope was cancelled
cancel, safe parent, parent: zombie
cancel, safe parent, child: zombie
cancel, safe child, parent: Scope was cancelled
cancel, safe child, child: Scope was cancelled
never started, parent: Scope was cancelled
never started, child: Scope was cancelled
never started, parent: Scope was cancelled
never started, child: Scope was cancelled
dispose, safe parent, parent: zombie
dispose, safe parent, child: zombie
dispose, safe child, parent: Scope was cancelled
dispose, safe child, child: Scope was cancelled
never started, parent: Scope was cancelled
never started, child: Scope was cancelled
never started, parent: Scope was cancelled
never started, child: Scope was cancelled
disposeSafely, safe parent, parent: zombie
disposeSafely, safe parent, child: zombie
never started, parent: Scope was cancelled
never started, child: Scope was cancelled
disposeSafely, safe child, parent: zombie
disposeSafely, safe child, child: zombie
