--TEST--
SP-3: too few arguments for the task raise ArgumentCountError inside the coroutine, not at the call
--DESCRIPTION--
Rules: SP-3, AW-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

try { $c = spawn(function ($a, $b) { echo "never\n"; }, 1); echo "spawned\n"; } catch (Throwable $e) { echo "at the call\n"; }
try { await($c); } catch (ArgumentCountError $e) { echo preg_replace('~, 1 passed.*~', ', 1 passed', $e->getMessage()), "\n"; }
$c = spawn('strlen');
try { await($c); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
$c = spawn(fn(int $i) => $i, 'text');
try { await($c); } catch (TypeError $e) { echo get_class($e), "\n"; }
--EXPECTF--
spawned
Too few arguments to function {closure%S}(), 1 passed
strlen() expects exactly 1 argument, 0 given
TypeError
