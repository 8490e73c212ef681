--TEST--
ES-6: debug_backtrace() in a coroutine ends at its entry, not at the spawner or the scheduler
--DESCRIPTION--
Rules: ES-6, SP-8
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function spawner() { $c = spawn('task'); await($c); }
function task() { suspend(); foreach (debug_backtrace() as $f) { echo $f['function'], "\n"; } }
spawner();
--EXPECT--
task
