--TEST--
Tokens of await(): completed before, completing meanwhile, never, and the future itself
--DESCRIPTION--
Rules: FU-15, FU-17, CM-9, CM-10, CM-11, CM-12, CM-13, CM-14
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

use Async\OperationCanceledException;
function attempt(callable $call): void {
    try { var_dump($call()); } catch (OperationCanceledException $e) {
        echo $e->getMessage(), ' <- ', $e->getPrevious() === null ? 'nothing'
            : get_class($e->getPrevious()) . ': ' . $e->getPrevious()->getMessage(), "\n";
    }
}
$state = new FutureState();
$future = new Future($state);
attempt(fn() => $future->await(Future::completed(1)));
attempt(fn() => $future->await(Future::failed(new LogicException('token'))));
attempt(fn() => $future->await(timeout(1)));
$token = new FutureState();
spawn(fn() => $token->complete('anything'));
attempt(fn() => $future->await(new Future($token)));
$token = new FutureState();
spawn(fn() => $token->error(new DomainException('late')));
attempt(fn() => await($future, new Future($token)));
attempt(fn() => $future->await(spawn(function () { suspend(); return 1; })));
// The future is as before: it can be awaited, and a token that never fires changes nothing.
spawn(fn() => $state->complete('value'));
$never = new FutureState();
attempt(fn() => $future->await(new Future($never)));
attempt(fn() => $future->await(Future::completed(1)));
$state = new FutureState();
$future = new Future($state);
spawn(fn() => $state->complete('itself'));
attempt(fn() => $future->await($future));
echo "end\n";
--EXPECT--
Operation has been cancelled <- nothing
Operation has been cancelled <- LogicException: token
Operation has been cancelled <- Async\TimeoutException: Timeout occurred after 1 milliseconds
Operation has been cancelled <- nothing
Operation has been cancelled <- DomainException: late
Operation has been cancelled <- nothing
string(5) "value"
string(5) "value"
string(6) "itself"
end
