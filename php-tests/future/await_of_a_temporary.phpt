--TEST--
A temporary future can be awaited: no warning, no lost outcome
--DESCRIPTION--
Rules: FU-19
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

function make(mixed $value): Future {
    $state = new FutureState();
    spawn(function () use ($state, $value) { suspend(); $value instanceof Throwable ? $state->error($value) : $state->complete($value); });
    return new Future($state);
}
var_dump(make(5)->await(), await(make(6)));
try { make(new LogicException('x'))->await(); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
echo "done\n";
--EXPECT--
int(5)
int(6)
x
done
