--TEST--
EH-6: dropping the handle after the exception was delivered, or of a cancelled coroutine, is silent
--DESCRIPTION--
Rules: EH-6, EH-1, EH-3, EH-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, timeout};
use Async\OperationCanceledException;

$c = spawn(fn() => throw new Exception('delivered'));
try { await($c); } catch (Exception) { }
unset($c);
$c = spawn(fn() => delay(100)); suspend(); $c->cancel(); suspend();
unset($c);
$c = spawn(function () { delay(10); throw new Exception('abandoned by token'); });
try { await($c, timeout(1)); } catch (OperationCanceledException) { }
delay(20);
unset($c);
$c = spawn(fn() => 'fine'); suspend();
unset($c);
echo "end\n";
--EXPECT--
end
