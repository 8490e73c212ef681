--TEST--
SP-3: spawn() without a task is an ArgumentCountError
--DESCRIPTION--
Rules: SP-3
Order: independent
--FILE--
<?php
use function Async\spawn;

try { spawn(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
Async\spawn() expects at least 1 argument, 0 given
