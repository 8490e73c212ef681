--TEST--
SH-22: coroutines may clean up with further suspensions during graceful shutdown (TR-6)
--DESCRIPTION--
Rules: SH-22, SH-21, TR-6
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$t = microtime(true);
print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
spawn(function () { try { delay(60_000); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; delay(5); echo "cleaned\n"; } });
spawn(function () { suspend(); throw new RuntimeException("first"); });
PHP));
var_dump(microtime(true) - $t < 30);
--EXPECTF--
Graceful shutdown
cleaned

Fatal error: Uncaught RuntimeException: first in child.php:4
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 4
[status 255]
bool(true)
