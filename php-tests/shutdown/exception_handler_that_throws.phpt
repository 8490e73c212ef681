--TEST--
SH-10: what the user's exception handler throws is reported as in stock PHP
--DESCRIPTION--
Rules: SH-10, SH-2
Order: independent
--FILE--
<?php
use function Async\{spawn, delay};

spawn(function () { delay(5); echo "the others run to their end\n"; });
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
%AFatal error: Uncaught LogicException: from the handler in %s:%d
Stack trace:
#0 [internal function]: {closure}(Object(RuntimeException))
#1 {main}
  thrown in %s on line %d%A
