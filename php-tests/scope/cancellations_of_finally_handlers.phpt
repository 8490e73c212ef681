--TEST--
EH-5, CO-35: of what finally handlers end with, cancellations reach no exception handler, alone or among others
--DESCRIPTION--
Rules: EH-5, CO-35, SC-64
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};
use Async\{Scope, CompositeException, AsyncCancellation, OperationCanceledException};

final class OwnCancellation extends Cancellation {}

$ends = [
    'two cancellations' => [new AsyncCancellation('C1'), new OperationCanceledException('C2')],
    'the same one twice' => [$same = new AsyncCancellation('C'), $same],
    'of a class of the user' => [new OwnCancellation('C1'), new OwnCancellation('C2')],
    'one exception' => [new AsyncCancellation('C1'), new Exception('E'), new AsyncCancellation('C2')],
    'an exception first' => [new Exception('E'), new AsyncCancellation('C')],
    'two exceptions' => [new Exception('E1'), new AsyncCancellation('C'), new LogicException('E2')],
];
foreach ($ends as $name => $thrown) {
    foreach (['coroutine', 'scope'] as $owner) {
        echo "-- $name, $owner\n";
        $scope = new Scope;
        $scope->setExceptionHandler(function ($scope, $coroutine, Throwable $e) {
            $parts = $e instanceof CompositeException ? $e->getExceptions() : [];
            echo get_class($e), ' ', $e->getMessage(), implode(', ', array_map(fn($e) => $e->getMessage(), $parts)), "\n";
            var_dump($e->getPrevious());
        });
        $coroutine = $scope->spawn(fn() => 1);
        foreach ($thrown as $e) {
            ($owner === 'scope' ? $scope : $coroutine)->finally(fn() => throw $e);
        }
        suspend();
        $scope->dispose();
        suspend();
    }
}
--EXPECT--
-- two cancellations, coroutine
-- two cancellations, scope
-- the same one twice, coroutine
-- the same one twice, scope
-- of a class of the user, coroutine
-- of a class of the user, scope
-- one exception, coroutine
Exception E
NULL
-- one exception, scope
Exception E
NULL
-- an exception first, coroutine
Exception E
NULL
-- an exception first, scope
Exception E
NULL
-- two exceptions, coroutine
Async\CompositeException E1, E2
NULL
-- two exceptions, scope
Async\CompositeException E1, E2
NULL
