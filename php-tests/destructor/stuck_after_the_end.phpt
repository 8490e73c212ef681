--TEST--
DD-3: a destructor of an unused result that waits for ever is a deadlock
--DESCRIPTION--
Rules: GC-20, DD-3
Order: dependent
--INI--
async.debug_deadlock=0
--FILE--
<?php
use function Async\{spawn, await};

class D
{
    public function __destruct()
    {
        try {
            await($GLOBALS['never']);
        } finally {
            echo "left\n";
        }
    }
}

$never = spawn(fn() => await(Async\current_coroutine()));
spawn(fn() => new D);
?>
--EXPECTF--
left

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
