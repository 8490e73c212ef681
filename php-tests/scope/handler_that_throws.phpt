--TEST--
EH-12: a handler that throws does not handle; the chain surfaces
--DESCRIPTION--
Rules: EH-12, EH-15, EX-7, EH-7
Order: dependent
--FILE--
<?php
use function Async\{suspend};
use Async\Scope;

$s = new Scope;
$s->setExceptionHandler(fn($s, $c, $e) => throw new LogicException('handler'));
$s->spawn(fn() => throw new RuntimeException('body'));
suspend();
echo "not reached\n";
--EXPECTF--
Fatal error: Uncaught RuntimeException: body in %s:7
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}

Next LogicException: handler in %s:6
Stack trace:
#0 [internal function]: {closure%S}(Object(Async\Scope), Object(Async\Coroutine), Object(RuntimeException))
#1 {main}
  thrown in %s on line 6
