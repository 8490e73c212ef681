--TEST--
EH-12: what a handler that throws makes of an exception is what the coroutine ended with, unless a waiter or a scope above takes it
--DESCRIPTION--
Rules: EH-12
Order: independent
--FILE--
<?php
use Async\Scope;
use function Async\{await, delay, timeout};

function chain(?Throwable $e): string
{
    for ($texts = []; $e; $e = $e->getPrevious()) {
        $texts[] = $e->getMessage();
    }
    return implode(' <- ', $texts);
}

function failing(Scope $scope): Async\Coroutine
{
    $scope->setExceptionHandler(fn() => throw new LogicException('handler'));
    return $scope->spawn(fn() => throw new Exception('original'));
}

$ways = [
    'awaitCompletion()' => function () {
        $coroutine = failing($scope = new Scope);
        try {
            $scope->awaitCompletion(timeout(10000));
        } catch (LogicException $e) {
            echo 'caught ', chain($e), ', ';
        }
        return $coroutine;
    },
    'handler of the parent' => function () {
        $parent = new Scope;
        $parent->setChildScopeExceptionHandler(function ($scope, $coroutine, $e) {
            echo 'handled ', chain($e), ', ';
        });
        $coroutine = failing($scope = Scope::inherit($parent));
        delay(1);
        return $coroutine;
    },
    'nobody' => function () {
        $coroutine = failing($scope = new Scope);
        delay(1);
        return $coroutine;
    },
    'await() meanwhile' => function () {
        $coroutine = failing($scope = new Scope);
        try {
            await($coroutine);
        } catch (Exception $e) {
            echo 'caught ', chain($e), ', ';
        }
        return $coroutine;
    },
];
foreach ($ways as $name => $way) {
    echo "$name: ";
    $coroutine = $way();
    echo 'getException() ', chain($coroutine->getException()), ', await() ';
    try {
        await($coroutine);
    } catch (Exception $e) {
        echo chain($e), "\n";
    }
}
?>
--EXPECT--
awaitCompletion(): caught handler <- original, getException() original, await() original
handler of the parent: handled handler <- original, getException() original, await() original
nobody: getException() handler <- original, await() handler <- original
await() meanwhile: caught original, getException() original, await() original
