--TEST--
SD-20: spawn only enqueues; the caller keeps running
--DESCRIPTION--
Rules: SD-20, SP-6
Order: independent
--FILE--
<?php
use function Async\spawn;

$c = spawn(function () { echo "task\n"; });
echo get_class($c), "\n";
echo "caller\n";
--EXPECT--
Async\Coroutine
caller
task
