--TEST--
EH-7: an Error such as a call to an undefined function surfaces with the stock report
--DESCRIPTION--
Rules: EH-7, SP-8
Order: dependent
--FILE--
<?php
use function Async\spawn;

spawn(function () { undefined_function(); });
echo "main\n";
--EXPECTF--
main

Fatal error: Uncaught Error: Call to undefined function undefined_function() in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
