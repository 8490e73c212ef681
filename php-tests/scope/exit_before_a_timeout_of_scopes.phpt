--TEST--
A script that is ended before disposeAfterTimeout() has fired does not wait for it and keeps nothing of it
--DESCRIPTION--
Rules: SC-27, SH-8, SH-13
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children(<<<'PHP'
use Async\{AsyncCancellation, Scope};
use function Async\{await, delay, graceful_shutdown, spawn};
/** An hour. */
const LONG = 3_600_000;
function handler(Scope $scope): Scope
{
    $scope->finally(fn() => print "finally\n");
    return $scope;
}
PHP, [
    'exit with a scope that has ended, and lost its object' => '$s = new Scope; $s->spawn(fn() => delay(1)); $s->disposeAfterTimeout(LONG);
        unset($s); delay(5); echo "exit\n"; exit(3);',
    'exit with a scope that has ended' =>
        '$s = handler(new Scope); $s->spawn(fn() => delay(1)); $s->disposeAfterTimeout(LONG); delay(5); exit(3);',
    'several timers of one scope and of its child' => '$s = new Scope; $c = Scope::inherit($s); $c->spawn(fn() => delay(1));
        $s->disposeAfterTimeout(LONG); $s->disposeAfterTimeout(LONG + 1); $c->disposeAfterTimeout(LONG); delay(5); exit(3);',
    'a coroutine of the scope runs on' =>
        '$s = new Scope; $s->spawn(function () { try { delay(20); echo "done\n"; } finally { echo "left\n"; } });
        $s->disposeAfterTimeout(LONG); exit(3);',
    'one has fired, one has not' => '$s = new Scope; $t = new Scope;
        foreach ([$s, $t] as $one) $one->spawn(function () {
            try { delay(40); echo "done\n"; } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
        });
        $s->disposeAfterTimeout(1); $t->disposeAfterTimeout(LONG); delay(60); exit(3);',
    'exit in a coroutine' => 'spawn(function () { $s = Scope::inherit(); $r = $s->spawn(fn() => delay(1)); '
        . '$s->disposeAfterTimeout(LONG); await($r); exit(3); });',
    'an exception' => 'ini_set("display_errors", 0); $s = new Scope; $s->spawn(fn() => delay(1)); '
        . '$s->disposeAfterTimeout(LONG); delay(5); throw new Exception;',
    'graceful_shutdown()' => '$s = new Scope; $s->spawn(fn() => delay(1)); $s->disposeAfterTimeout(LONG); delay(5); graceful_shutdown();',
    'a shutdown function begins one after exit' => 'register_shutdown_function(function () {
            $s = new Scope; $s->spawn(fn() => delay(1)); $s->disposeAfterTimeout(LONG); delay(5); echo "shutdown\n"; });
        exit(3);',
    'a fatal error' => 'ini_set("display_errors", 0); $s = new Scope; $s->spawn(fn() => delay(1)); $s->disposeAfterTimeout(LONG); delay(5);
        ini_set("memory_limit", "8M"); str_repeat("x", 1 << 28);',
]);
--EXPECT--
-- exit with a scope that has ended, and lost its object
exit
[status 3]
-- exit with a scope that has ended
finally
[status 3]
-- several timers of one scope and of its child

[status 3]
-- a coroutine of the scope runs on
done
left
[status 3]
-- one has fired, one has not
Scope has been disposed due to timeout
done
[status 3]
-- exit in a coroutine

[status 3]
-- an exception

[status 255]
-- graceful_shutdown()

[status 0]
-- a shutdown function begins one after exit
shutdown
[status 3]
-- a fatal error

[status 255]
