--TEST--
AA-21, AA-24: the exception of an iterator arrives unchanged although the element it was at had failed
--DESCRIPTION--
Rules: AA-21, AA-24, EH-6
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await_all, await_all_or_fail, await_any_of};

function elements(): Generator
{
    yield 'k' => spawn(fn() => throw new Exception('element'));
    suspend();
    suspend();
    throw new LogicException('iterator');
}
foreach ([fn() => await_all(elements()), fn() => await_all_or_fail(elements()), fn() => await_any_of(2, elements())] as $await) {
    try {
        $await();
    } catch (Throwable $e) {
        echo get_class($e), ' ', $e->getMessage(), ' ', var_export($e->getPrevious(), true), "\n";
    }
}
--EXPECT--
LogicException iterator NULL
LogicException iterator NULL
LogicException iterator NULL
