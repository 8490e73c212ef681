--TEST--
CN-15: destructors and finally blocks of a cancelled coroutine run in its own stack, and may suspend
--DESCRIPTION--
Rules: CN-15, GC-20
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, current_coroutine};
use Async\AsyncCancellation;

class D {
    function __destruct() {
        global $c;
        echo 'destructor in own coroutine: ', var_export(current_coroutine() === $c, true), "\n";
        suspend();
        echo "after suspend in destructor\n";
    }
}
$c = spawn(function () { $d = new D; try { delay(1000); } finally { suspend(); echo "finally\n"; } });
suspend();
$c->cancel();
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
finally
destructor in own coroutine: true
after suspend in destructor
Coroutine cancelled
