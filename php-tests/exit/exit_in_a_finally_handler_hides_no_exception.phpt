--TEST--
SH-14: exit() in a finally handler: an exception of the handler before it is reported, the handlers after it run
--DESCRIPTION--
Rules: SH-14, CO-35
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

spawn(function () { try { while (true) suspend(); } finally { echo "cancelled\n"; } });
$c = spawn(function () {});
$c->finally(function () { throw new Exception('of the first'); });
$c->finally(function () { echo "exit\n"; exit; });
$c->finally(function () { echo "third\n"; });
--EXPECTF--
exit
third
cancelled

Fatal error: Uncaught Exception: of the first in %s:%d
Stack trace:
%A
