--TEST--
SH-14, NC-6: exit inside a protected closure ends everything although a cancellation waits
--DESCRIPTION--
Rules: SH-14, PR-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, protect, current_coroutine};

register_shutdown_function(fn() => print "shutdown\n");
$c = spawn(function () {
    try { protect(function () { suspend(); exit("bye\n"); }); } catch (Throwable $e) { echo "caught\n"; }
});
suspend(); $c->cancel();
suspend(); suspend();
echo "not reached\n";
--EXPECT--
bye
shutdown
