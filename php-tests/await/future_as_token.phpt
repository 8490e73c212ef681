--TEST--
A Future is a token like any other Completable, of await(), await_* and scopes
--DESCRIPTION--
Rules: AW-6, AW-8, AW-9, CM-8, CM-11, SC-30
Order: independent
--FILE--
<?php
use Async\{Future, FutureState, OperationCanceledException, Scope};
use function Async\{await, await_all, delay, spawn, suspend};

set_error_handler(function ($n, $text) { echo "Warning: $text\n"; return true; });
function attempt(string $what, callable $call): void {
    try { $call(); echo "$what: returned\n"; } catch (OperationCanceledException $e) {
        echo "$what: ", $e->getMessage(), ' <- ',
            $e->getPrevious() ? get_class($e->getPrevious()) . ' ' . $e->getPrevious()->getMessage() : 'nothing', "\n";
    }
}
$job = spawn(function () { delay(20); return 'job'; });
attempt('rejected before', fn() => await($job, Future::failed(new DomainException('no'))));
attempt('rejected with a cancellation', fn() => await($job, Future::failed(new Async\AsyncCancellation('stop'))));
attempt('completed before', fn() => await($job, Future::completed('a value')));
foreach (['value' => fn($s) => $s->complete(1), 'error' => fn($s) => $s->error(new DomainException('during'))] as $what => $finish) {
    foreach (['await' => fn($token) => await($job, $token), 'await_all' => fn($token) => await_all([$job], $token)] as $name => $wait) {
        $state = new FutureState();
        $waiter = spawn(fn() => attempt("$name, $what", fn() => $wait(new Future($state))));
        while (!$waiter->getAwaitingInfo()) suspend();
        $finish($state);
        await($waiter);
    }
}
$scope = new Scope();
$scope->spawn(fn() => delay(10));
$state = new FutureState();
$waiter = spawn(fn() => attempt('scope', fn() => $scope->awaitCompletion(new Future($state))));
while (!$waiter->getAwaitingInfo()) suspend();
$state->error(new DomainException('scope'));
await($waiter);
$scope->awaitCompletion(Async\timeout(1000));
// A token that does not fire: not a word about it.
attempt('never fires', fn() => await(spawn(fn() => 1), new Future(new FutureState())));
attempt('not looked at', fn() => await(Future::completed(1), Future::failed(new DomainException('unseen'))));
echo await($job), "\n";
--EXPECT--
rejected before: Operation has been cancelled <- DomainException no
rejected with a cancellation: Operation has been cancelled <- Async\AsyncCancellation stop
completed before: Operation has been cancelled <- nothing
await, value: Operation has been cancelled <- nothing
await_all, value: Operation has been cancelled <- nothing
await, error: Operation has been cancelled <- DomainException during
await_all, error: Operation has been cancelled <- DomainException during
scope: Operation has been cancelled <- DomainException scope
never fires: returned
not looked at: returned
job
