--TEST--
What the destructor of a result throws that a coroutine loses as it fails is its failure, with the first as the previous one
--DESCRIPTION--
Rules: core CO-10, core EX-7
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, delay, spawn};

class Throwing
{
    public function __construct(private ?Throwable $thrown) {}

    public function __destruct()
    {
        [$thrown, $this->thrown] = [$this->thrown, null];
        if ($thrown) throw $thrown;
    }
}

class Waiting extends AsyncCancellation
{
    public function __destruct()
    {
        $answer = await(spawn(function () {
            delay(1);
            return 'the answer';
        }));
        echo "$this->message waited for ", var_export($answer, true), "\n";
    }
}

/** A coroutine that returns, and then loses its argument and its result. */
function returning(Throwable $of_argument, Throwable $of_result): Async\Coroutine
{
    return spawn(function (Throwing $argument, Throwable $of_result) {
        return new Throwing($of_result);
    }, new Throwing($of_argument), $of_result);
}

function tell(Async\Coroutine $coroutine): void
{
    try {
        await($coroutine);
    } catch (Throwable $e) {
        for (; $e; $e = $e->getPrevious()) echo get_class($e), ' ', $e->getMessage(), "\n";
    }
}

tell(returning(new Exception('argument'), new Exception('result')));
tell(returning(new Exception('argument'), new Waiting('result')));
tell(returning(new Waiting('argument'), new Exception('result')));
// Nothing asks for this one.
returning(new Exception('argument'), new Waiting('forgotten result'));
delay(20);
echo "end\n";
?>
--EXPECT--
Exception result
Exception argument
Waiting result
Exception argument
result waited for 'the answer'
Exception result
Waiting argument
argument waited for 'the answer'
forgotten result waited for 'the answer'
end
