--TEST--
CN-8: catch (Throwable) catches a cancellation, catch (Exception) and catch (Error) do not
--DESCRIPTION--
Rules: CN-8, EX-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$c = spawn(function () {
    try { try { try { delay(1000); } catch (Exception) { echo "wrong\n"; } } catch (Error) { echo "wrong\n"; } }
    catch (Throwable $e) { return get_class($e); }
});
suspend();
$c->cancel();
echo await($c), "\n";
$d = spawn(function () { try { delay(1000); } catch (\Cancellation $e) { return get_class($e); } });
suspend();
$d->cancel();
echo await($d), "\n";
--EXPECT--
Async\AsyncCancellation
Async\AsyncCancellation
