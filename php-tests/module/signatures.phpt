--TEST--
AP-1: parameter names, types and defaults are those of the published signatures
--DESCRIPTION--
Rules: AP-1
Order: independent
--FILE--
<?php
use Async\Coroutine;

function signature(ReflectionFunctionAbstract $f): string
{
    $parameters = array_map(function (ReflectionParameter $p) {
        return trim($p->getType() . ' ' . ($p->isVariadic() ? '...' : '') . '$' . $p->getName()
            . ($p->isOptional() && !$p->isVariadic()
                ? ' = ' . ($p->isDefaultValueConstant() ? 'CONST' : var_export($p->getDefaultValue(), true)) : ''));
    }, $f->getParameters());
    return $f->getName() . '(' . implode(', ', $parameters) . '): ' . $f->getReturnType();
}
foreach (['spawn', 'suspend', 'await', 'delay', 'timeout', 'current_coroutine', 'get_coroutines'] as $f) {
    echo signature(new ReflectionFunction("Async\\$f")), "\n";
}
foreach (['cancel', 'getId', 'getResult', 'getException', 'isStarted', 'isCompleted', 'getSpawnFileAndLine',
    'getSpawnLocation', 'asHiPriority', 'getContext', 'getAwaitingInfo'] as $m) {
    echo signature(new ReflectionMethod(Coroutine::class, $m)), "\n";
}
--EXPECT--
Async\spawn(callable $task, mixed ...$args): Async\Coroutine
Async\suspend(): void
Async\await(Async\Completable $awaitable, ?Async\Completable $cancellation = NULL): mixed
Async\delay(int $ms): void
Async\timeout(int $ms): Async\Awaitable
Async\current_coroutine(): Async\Coroutine
Async\get_coroutines(): array
cancel(?Async\AsyncCancellation $cancellation = NULL): void
getId(): int
getResult(): mixed
getException(): mixed
isStarted(): bool
isCompleted(): bool
getSpawnFileAndLine(): array
getSpawnLocation(): string
asHiPriority(): Async\Coroutine
getContext(): Async\Context
getAwaitingInfo(): array
