--TEST--
SH-10: what the user's exception handler throws is reported as in stock PHP, and ends the others
--DESCRIPTION--
Rules: SH-10, SH-20
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{spawn, delay};

spawn(function () {
    try { delay(60000); } catch (AsyncCancellation $e) { echo "another coroutine: {$e->getMessage()}\n"; }
});
set_exception_handler(function ($e) {
    echo "handler: {$e->getMessage()}\n";
    delay(1);
    throw new LogicException('from the handler');
});
register_shutdown_function(function () { echo "shutdown function\n"; });
throw new RuntimeException('from main');
?>
--EXPECTF--
handler: from main
another coroutine: Graceful shutdown
%AFatal error: Uncaught LogicException: from the handler in %s:%d
Stack trace:
#0 [internal function]: {closure%S}(Object(RuntimeException))
#1 {main}
  thrown in %s on line %d
shutdown function
