--TEST--
SP-8: the trace of an exception ends with the task as internal function and {main}
--DESCRIPTION--
Rules: SP-8, ES-6
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

function inner($x) { throw new Exception('deep'); }
$c = spawn(function ($a) { inner($a + 1); }, 1);
try { await($c); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
function outer() { return spawn(fn() => throw new Exception('in outer')); }
try { await(outer()); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
--EXPECTF--
#0 %strace_ends_with_task_and_main.php(%d): inner(2)
#1 [internal function]: {closure%S}(1)
#2 {main}
#0 [internal function]: {closure%S}()
#1 {main}
