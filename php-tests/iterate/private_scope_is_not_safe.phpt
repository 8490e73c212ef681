--TEST--
IT-1, IT-8, IT-12: the private scope is not safe, whatever the caller's scope is; its failures pass the handlers above
--DESCRIPTION--
Rules: IT-1, IT-8, IT-12, EH-10, SC-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, iterate, await};
use Async\{Scope, AsyncCancellation};

foreach (['safe' => Scope::inherit()->allowZombies(), 'not safe' => new Scope] as $name => $s) {
    await($s->spawn(function () use ($name) {
        try {
            iterate([1, 2], function ($v) use ($name) {
                spawn(function () use ($v, $name) {
                    try {
                        for ($i = 0; $i < 9; $i++) suspend();
                        echo "zombie\n";
                    } catch (AsyncCancellation $e) {
                        echo "$name, child $v: ", $e->getMessage(), "\n";
                    }
                });
                // A scope made in a callback inherits the flag of the private scope.
                if ($v === 1) {
                    $k = Scope::inherit();
                    $k->spawn(function () {
                        try {
                            for ($i = 0; $i < 9; $i++) suspend();
                            echo "zombie\n";
                        } catch (AsyncCancellation $e) {
                            echo "scope of a callback: ", $e->getMessage(), "\n";
                        }
                    });
                    suspend();
                    $k->dispose();
                }
                for ($i = 0; $i < 3; $i++) suspend();
                if ($v === 2) throw new RuntimeException('callback');
                for ($i = 0; $i < 9; $i++) suspend();
                echo "not reached\n";
            });
        } catch (RuntimeException $e) { echo "$name: ", $e->getMessage(), "\n"; }
    }));
}
// What a coroutine of a callback throws: iterate() waits for that scope, so it is the first above it that can take it.
$s = new Scope;
$s->setChildScopeExceptionHandler(fn($s, $c, $e) => print "not asked\n");
echo await($s->spawn(function () {
    try {
        iterate([1], function () { spawn(fn() => throw new LogicException('child')); for ($i = 0; $i < 9; $i++) suspend(); });
    } catch (LogicException $e) {
        return 'iterate: ' . $e->getMessage();
    }
})), "\n";
var_dump($s->isCancelled());
--EXPECT--
scope of a callback: Scope was cancelled
safe, child 1: Cancellation of the iterator due to an exception
safe, child 2: Cancellation of the iterator due to an exception
safe: callback
scope of a callback: Scope was cancelled
not safe, child 1: Cancellation of the iterator due to an exception
not safe, child 2: Cancellation of the iterator due to an exception
not safe: callback
iterate: child
bool(false)
