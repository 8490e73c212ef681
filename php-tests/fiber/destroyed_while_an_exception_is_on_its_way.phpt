--TEST--
FI-9, EG-1: Fibers destroyed one after another while an exception leaves a function do not hide it from its catch
--DESCRIPTION--
Rules: FI-9, EX-7, EG-1
Order: independent
--FILE--
<?php
use function Async\{await, delay, spawn};

function parked(Closure $finally): Fiber {
    $fiber = new Fiber(function () use ($finally) {
        try {
            Fiber::suspend();
        } finally {
            $finally();
        }
    });
    $fiber->start();
    return $fiber;
}


function drops_two(Closure $second): void {
    $a = parked(fn() => throw new Exception('first'));
    $b = parked($second);
}

function report(Closure $second): void {
    try {
        drops_two($second);
    } catch (Throwable $e) {
        for (; $e; $e = $e->getPrevious()) {
            echo $e->getMessage(), "\n";
        }
    }
}

await(spawn(function () {
    echo "-- one that catches\n";
    report(function () {
        try {
            delay(1);
            throw new LogicException('inside');
        } catch (LogicException $e) {
            echo "caught inside\n";
        }
    });
    echo "-- one that throws\n";
    report(fn() => throw new Exception('second'));
}));
?>
--EXPECT--
-- one that catches
caught inside
first
-- one that throws
second
first
