--TEST--
GC-22: an exception thrown in a destructor after a suspension goes to the trigger point
--DESCRIPTION--
Rules: GC-22
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class E1 { function __destruct() { suspend(); throw new Exception('from destructor'); } }
class E2 { function __destruct() { try { suspend(); throw new Exception('inside'); } catch (Exception $e) { echo "caught inside\n"; } } }
$task = function () {
    $e = new E1;
    try { unset($e); echo "never\n"; } catch (Exception $x) { echo 'trigger: ', $x->getMessage(), "\n"; }
    $e = new E2; unset($e);
    try {
        (function () { $l = new E1; throw new LogicException('body'); })();
    } catch (Exception $x) {
        echo $x->getMessage(), ' <- ', $x->getPrevious()?->getMessage(), "\n";
    }
};
$task();
await(spawn($task));
--EXPECT--
trigger: from destructor
caught inside
from destructor <- body
trigger: from destructor
caught inside
from destructor <- body
