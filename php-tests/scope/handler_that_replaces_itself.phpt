--TEST--
EH-10: an exception handler that sets another one in its own place runs to its end, and is destroyed after it
--DESCRIPTION--
Rules: EH-10, EH-11
Order: independent
--FILE--
<?php
use Async\Scope;

final class Handler
{
    public string $name = 'of an object';

    function __construct(private Scope $scope, private string $setter) {}

    function __invoke() { $this->handle(); }

    function handle()
    {
        $this->scope->{$this->setter}(static fn() => print "the other one\n");
        $new = [new stdClass, new ArrayObject([1])];
        Async\suspend();
        echo "$this->setter $this->name\n";
    }

    function __destruct() { echo "destroyed\n"; }
}

foreach (['setExceptionHandler', 'setChildScopeExceptionHandler'] as $setter) {
    foreach ([fn($handler) => $handler, fn($handler) => [$handler, 'handle'], fn($handler) => $handler->handle(...)] as $callable) {
        $scope = new Scope;
        $scope->$setter($callable(new Handler($scope, $setter)));
        for ($i = 0; $i < 2; $i++) {
            $below = $setter === 'setExceptionHandler' ? $scope : Scope::inherit($scope);
            $below->spawn(fn() => throw new Exception);
            Async\delay(5);
        }
    }
}
?>
--EXPECT--
setExceptionHandler of an object
destroyed
the other one
setExceptionHandler of an object
destroyed
the other one
setExceptionHandler of an object
destroyed
the other one
setChildScopeExceptionHandler of an object
destroyed
the other one
setChildScopeExceptionHandler of an object
destroyed
the other one
setChildScopeExceptionHandler of an object
destroyed
the other one
