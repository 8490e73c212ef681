--TEST--
IT-8, EX-7: the finally of a generator that iterate() dropped may throw, and may catch, while the failure is on its way
--DESCRIPTION--
Rules: IT-8, EX-7, EG-1
Order: independent
--FILE--
<?php
use function Async\{iterate, suspend};

function failing_task(): void {
    suspend();
    throw new Exception('of the task');
}

function throwing(): Generator {
    try {
        yield 1;
        yield 2;
    } finally {
        throw new Error('of the generator');
    }
}

function catching(): Generator {
    try {
        yield 1;
        yield 2;
    } finally {
        try {
            suspend();
            throw new LogicException('inside');
        } catch (LogicException $e) {
            echo 'caught ', $e->getMessage(), "\n";
        }
    }
}

try {
    iterate(throwing(), 'failing_task', 1, false);
} catch (Error $e) {
    echo $e->getMessage(), ', previous: ', $e->getPrevious()->getMessage(), "\n";
}

try {
    iterate(catching(), 'failing_task', 1, false);
} catch (Exception $e) {
    echo $e->getMessage(), ', previous: ', var_export($e->getPrevious(), true), "\n";
}
?>
--EXPECT--
of the generator, previous: of the task
caught inside
of the task, previous: NULL
