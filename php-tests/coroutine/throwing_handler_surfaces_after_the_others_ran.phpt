--TEST--
CO-35: a throwing handler does not prevent later ones; its exception surfaces when it is not handled
--DESCRIPTION--
Rules: CO-35, EH-7
Order: independent
--FILE--
<?php
use function Async\spawn;

$c = spawn(fn() => 1);
$c->finally(function () { echo "f1\n"; throw new RuntimeException('from f1'); });
$c->finally(function () { echo "f2\n"; });
echo "main end\n";
--EXPECTF--
main end
f1
f2

Fatal error: Uncaught RuntimeException: from f1 in %s:%d
Stack trace:
#0 [internal function]: {closure%S}(Object(Async\Coroutine))
#1 {main}
  thrown in %s on line %d
