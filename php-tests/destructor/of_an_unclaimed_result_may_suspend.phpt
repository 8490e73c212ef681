--TEST--
GC-20: the destructor of a result that is not taken may suspend, await and spawn
--DESCRIPTION--
Rules: GC-20, GC-22, EH-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

class D {
    function __construct(public string $name) {}
    function __destruct() {
        echo "$this->name+\n";
        suspend();
        $word = await(spawn(fn() => 'awaited'));
        echo "$this->name $word\n";
        delay(1);
        echo "$this->name-\n";
    }
}
class Failing { function __destruct() { suspend(); throw new LogicException('from the destructor'); } }

spawn(fn() => new D('one'));
spawn(fn() => [new D('two')]);
spawn(function () { echo "other\n"; });
delay(20);
$kept = spawn(fn() => new D('kept'));
delay(5);
echo "still there\n";
unset($kept);
spawn(fn() => new Failing);
suspend(); suspend(); suspend();
echo "not reached\n";
?>
--EXPECTF--
one+
two+
other
one awaited
two awaited
one-
two-
still there
kept+
kept awaited
kept-

Fatal error: Uncaught LogicException: from the destructor in %s:%d
Stack trace:
#0 [internal function]: Failing->__destruct()
#1 {main}
  thrown in %s on line %d
