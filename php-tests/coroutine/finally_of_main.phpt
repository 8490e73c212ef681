--TEST--
SH-1: finally handlers of the main coroutine run after the script body
--DESCRIPTION--
Rules: SH-1, CO-30
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, current_coroutine};

spawn(function () { echo "other\n"; });
register_shutdown_function(fn() => print "shutdown\n");
suspend();
current_coroutine()->finally(function ($c) { echo 'main finished: ', var_export($c->isCompleted(), true), "\n"; });
echo "body end\n";
--EXPECT--
other
body end
main finished: true
shutdown
