--TEST--
EH-6: dropping the last handle of a failed, never awaited coroutine throws its exception there
--DESCRIPTION--
Rules: EH-6, EH-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

$c = spawn(fn() => throw new LogicException('dropped'));
suspend();
echo "before\n";
try { unset($c); echo "after unset\n"; } catch (LogicException $e) { echo 'caught ', $e->getMessage(), "\n"; }
function local() { $c = spawn(fn() => throw new LogicException('local')); suspend(); echo "function end\n"; }
try { local(); } catch (LogicException $e) { echo 'caught ', $e->getMessage(), "\n"; }
$c = spawn(fn() => throw new LogicException('overwritten')); suspend();
try { $c = null; } catch (LogicException $e) { echo 'caught ', $e->getMessage(), "\n"; }
$list = [spawn(fn() => throw new LogicException('in array'))]; suspend();
try { $list = []; } catch (LogicException $e) { echo 'caught ', $e->getMessage(), "\n"; }
echo "end\n";
--EXPECT--
before
caught dropped
function end
caught local
caught overwritten
caught in array
end
