--TEST--
CO-39: a finally handler that looks at the exception does not mark it as handled
--DESCRIPTION--
Rules: CO-39, CO-11, EH-4
Order: independent
--FILE--
<?php
use function Async\spawn;

register_shutdown_function(fn() => print "shutdown\n");
spawn(fn() => throw new Exception('unseen'))->finally(function ($c) { echo 'handler saw ', $c->getException()->getMessage(), "\n"; });
--EXPECTF--
handler saw unseen

Fatal error: Uncaught Exception: unseen in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
shutdown
