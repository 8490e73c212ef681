--TEST--
EH-5: a cancellation that leaves a destructor at the end of the request does not keep others from being called
--DESCRIPTION--
Rules: EH-5, SH-5, GC-23
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\suspend;

class Loud
{
    function __construct(private string $name) {}
    function __destruct()
    {
        echo "$this->name\n";
        throw new AsyncCancellation($this->name);
    }
}
suspend();
$objects = [new Loud('first'), new Loud('second')];
$other = new Loud('third');
?>
--EXPECT--
third
first
second
