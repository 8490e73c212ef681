--TEST--
SP-3, CO-32, SC-70: a callable whose check ended with an exception is neither kept nor called
--DESCRIPTION--
Rules: SP-3, CO-30, CO-32, SC-62, SC-70
Order: independent
--FILE--
<?php
use Async\Scope;
use function Async\{await, delay, iterate, spawn};

set_error_handler(fn($level, $message) => throw new ErrorException($message));

final class Owner
{
    public static function run() { echo "called\n"; }

    public static function refused(callable $keep)
    {
        try {
            $keep('self::run');
            echo "kept\n";
        } catch (ErrorException $e) {
            echo $e->getMessage(), "\n";
        }
    }

    public static function all()
    {
        $coroutine = spawn(fn() => delay(1));
        $scope = new Scope;
        self::refused(fn($task) => spawn($task));
        self::refused(fn($task) => $scope->spawn($task));
        self::refused(fn($task) => $coroutine->finally($task));
        self::refused(fn($task) => $scope->finally($task));
        self::refused(fn($task) => $scope->setExceptionHandler($task));
        self::refused(fn($task) => iterate([1], $task));
        await($coroutine);
        self::refused(fn($task) => $coroutine->finally($task));
        $failing = $scope->spawn(fn() => throw new LogicException('nobody took it'));
        delay(1);
        try {
            await($failing);
        } catch (LogicException $e) {
            echo $e->getMessage(), "\n";
        }
        unset($scope);
        delay(1);
    }
}
Owner::all();
--EXPECT--
Use of "self" in callables is deprecated
Use of "self" in callables is deprecated
Use of "self" in callables is deprecated
Use of "self" in callables is deprecated
Use of "self" in callables is deprecated
Use of "self" in callables is deprecated
Use of "self" in callables is deprecated
nobody took it
