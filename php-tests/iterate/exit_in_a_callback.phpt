--TEST--
SH-14, NC-6: exit in a callback ends the script, it is no exception of the iteration
--DESCRIPTION--
Rules: SH-14, IT-8
Order: independent
--FILE--
<?php
use function Async\{iterate, suspend};

register_shutdown_function(fn() => print "shutdown\n");
try {
    iterate([1, 2, 3], function ($v) { suspend(); if ($v === 2) { echo "bye\n"; exit(3); } });
    echo "not reached\n";
} catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bye
Graceful shutdown
shutdown
