--TEST--
SH-23: an exception surfacing during graceful shutdown becomes the exit exception, the former its previous
--DESCRIPTION--
Rules: SH-23, EX-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay};

spawn(function () { try { delay(1000); } finally { throw new LogicException('second'); } });
suspend();
spawn(function () { throw new RuntimeException('first'); });
--EXPECTF--

Fatal error: Uncaught %ARuntimeException: first in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
%ANext LogicException: second in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
