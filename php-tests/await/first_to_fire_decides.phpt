--TEST--
AW-9: what completes before the waiter runs again, but after what woke it, changes nothing any more
--DESCRIPTION--
Rules: AW-2, AW-6, AW-9, CN-3, SC-30
Order: dependent
--FILE--
<?php
use Async\{AsyncCancellation, Scope};
use function Async\{spawn, suspend, await, timeout};

function attempt(string $what, callable $call): void
{
    try {
        $outcome = var_export($call(), true);
    } catch (Throwable $e) {
        for ($outcome = []; $e; $e = $e->getPrevious()) $outcome[] = get_class($e) . ' ' . $e->getMessage();
        $outcome = implode(' <- ', $outcome);
    }
    echo "$what: $outcome\n";
}
$ends = fn(string $with) => spawn(function () use ($with) { suspend(); return $with; });
$fails = fn(string $with) => spawn(function () use ($with) { suspend(); throw new Exception($with); });

$a = $ends('A'); $token = $ends('token');
attempt('value, then token', fn() => await($a, $token));
$a = $fails('A'); $token = $ends('token');
attempt('failure, then token', fn() => await($a, $token));
$a = $ends('A'); $token = timeout(60000); spawn(function () use ($token) { suspend(); $token->cancel(); });
attempt('value, then cancelled timeout', fn() => await($a, $token));
$token = $fails('token'); $a = $fails('A');
attempt('token, then failure', fn() => await($a, $token));
attempt('that failure is left as it was', fn() => await($a));
$scope = new Scope; $scope->spawn(fn() => suspend()); $token = $ends('token');
attempt('scope, then token', fn() => $scope->awaitCompletion($token));
$a = $ends('A'); $token = $ends('token');
foreach ([1, 2] as $i) $waiters[] = spawn(fn() => attempt("waiter $i", fn() => await($a, $token)));
foreach ($waiters as $waiter) await($waiter);


$waiter = spawn(fn() => attempt('cancelled before its target fails', fn() => await($GLOBALS['target'])));
$target = $fails('kept');
suspend();
$waiter->cancel(new AsyncCancellation('mine'));
await($waiter);
attempt('whoever asks later', fn() => await($target));
?>
--EXPECT--
value, then token: 'A'
failure, then token: Exception A
value, then cancelled timeout: 'A'
token, then failure: Async\OperationCanceledException Operation has been cancelled <- Exception token
that failure is left as it was: Exception A
scope, then token: NULL
waiter 1: 'A'
waiter 2: 'A'
cancelled before its target fails: Async\AsyncCancellation mine
whoever asks later: Exception kept
