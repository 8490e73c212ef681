--TEST--
OB-3: flushing writes to the real output at that moment; buffers of coroutines never mix
--DESCRIPTION--
Rules: OB-3, OB-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

spawn(function () { ob_start(); echo 'x'; suspend(); ob_flush(); echo 'y'; suspend(); ob_end_flush(); });
spawn(function () { ob_start(); echo 'z'; suspend(); ob_clean(); echo 'w'; ob_end_flush(); });
--EXPECT--
xwy
