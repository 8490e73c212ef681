--TEST--
SP-15, SP-16: the order of the hooks of a SpawnStrategy, and exceptions in them
--DESCRIPTION--
Rules: SP-15, SP-16, CO-20
Order: dependent
--FILE--
<?php
use function Async\{spawn_with, suspend, await};
use Async\{Scope, SpawnStrategy, Coroutine, AsyncCancellation};

class Strategy implements SpawnStrategy
{
    public ?Coroutine $coroutine = null;
    function __construct(public ?Scope $scope, public $before = null, public $after = null) {}
    function provideScope(): ?Scope { echo "provide\n"; return $this->scope; }
    function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        $this->coroutine = $coroutine;
        printf("before: queued %s, spawned %s, same scope %s\n", var_export($coroutine->isQueued(), true),
            basename($coroutine->getSpawnLocation()), var_export($scope === $this->scope, true));
        if ($this->before) ($this->before)($scope);
        return ['ignored'];
    }
    function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void
    {
        printf("after: queued %s, same coroutine %s, same scope %s\n", var_export($coroutine->isQueued(), true),
            var_export($coroutine === $this->coroutine, true), var_export($scope === $this->scope, true));
        if ($this->after) ($this->after)($scope);
    }
}
$s = new Scope;
$st = new Strategy($s);
$c = spawn_with($st, function ($x) { echo "body $x\n"; return $x; }, 5);
echo "spawn_with returned\n";
var_dump($c === $st->coroutine, $c->getId() === $st->coroutine->getId(), await($c));

echo "- hooks that wait\n";
$c = spawn_with(new Strategy($s, fn() => suspend(), fn() => suspend()), function () { echo "body\n"; return 'result'; });
var_dump($c->isCompleted(), await($c));

echo "- before throws\n";
try {
    spawn_with(new Strategy($s, fn() => throw new Exception('before')), fn() => print "never\n");
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($s->isFinished());
echo "- after throws\n";
$st = new Strategy($s, null, fn() => throw new Exception('after'));
try { spawn_with($st, fn() => print "never\n"); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
try { await($st->coroutine); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
var_dump($s->isFinished());
echo "- before closes the scope\n";
try {
    spawn_with(new Strategy(new Scope, fn($x) => $x->cancel()), fn() => print "never\n");
} catch (Async\AsyncException $e) {
    echo $e->getMessage(), "\n";
}
echo "- null: the current scope has an equivalent\n";
$st = new Strategy(null, fn($x) => $GLOBALS['main'] = $x);
echo await(spawn_with($st, fn() => 'result')), "\n";
var_dump($main->isFinished(), $main->isClosed());
unset($main);
echo "done\n";
--EXPECT--
provide
before: queued false, spawned with_a_strategy.php:27, same scope true
after: queued true, same coroutine true, same scope true
spawn_with returned
body 5
bool(true)
bool(true)
int(5)
- hooks that wait
provide
before: queued false, spawned with_a_strategy.php:32, same scope true
after: queued true, same coroutine true, same scope true
body
bool(true)
string(6) "result"
- before throws
provide
before: queued false, spawned with_a_strategy.php:37, same scope true
before
bool(true)
- after throws
provide
before: queued false, spawned with_a_strategy.php:44, same scope true
after: queued true, same coroutine true, same scope true
after
Coroutine cancelled
bool(true)
- before closes the scope
provide
before: queued false, spawned with_a_strategy.php:49, same scope true
Cannot spawn a coroutine in a closed scope
- null: the current scope has an equivalent
provide
before: queued false, spawned with_a_strategy.php:55, same scope false
after: queued true, same coroutine true, same scope false
result
bool(false)
bool(false)
done
