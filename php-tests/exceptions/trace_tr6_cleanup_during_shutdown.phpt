--TEST--
SH-22: coroutines may clean up with further suspensions during graceful shutdown (TR-6)
--DESCRIPTION--
Rules: SH-22, SH-21, TR-6
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// A child that waits the hour is killed and says so.
print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
spawn(function () {
    try { delay(3_600_000); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; delay(5); echo "cleaned\n"; }
});
spawn(function () { suspend(); throw new RuntimeException("first"); });
PHP));
--EXPECTF--
Graceful shutdown
cleaned

Fatal error: Uncaught RuntimeException: first in child.php:6
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 6
[status 255]
