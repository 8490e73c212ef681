--TEST--
SP-15: a hook of a strategy that disposes the scope, lets it go and suspends: the coroutine is refused
--DESCRIPTION--
Rules: SP-15, SP-16
Order: independent
--FILE--
<?php
use Async\{Coroutine, Scope, SpawnStrategy};
use function Async\{spawn_with, suspend};

final class Strategy implements SpawnStrategy
{
    private ?Scope $scope;

    function __construct() { $this->scope = new Scope; }

    function provideScope(): ?Scope { return $this->scope; }

    function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array
    {
        $scope->dispose();
        $this->scope = null;
        for ($i = 0; $i < 5; $i++) {
            suspend();
        }
        return [];
    }

    function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void { echo "not reached\n"; }
}

for ($i = 0; $i < 3; $i++) {
    try {
        spawn_with(new Strategy, fn() => print "not reached\n");
    } catch (Throwable $e) {
        echo get_class($e), "\n";
    }
}
?>
--EXPECT--
Async\AsyncException
Async\AsyncException
Async\AsyncException
