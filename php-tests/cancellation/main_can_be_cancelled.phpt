--TEST--
CN-7: the main coroutine can be cancelled like any other, and may catch it
--DESCRIPTION--
Rules: CN-7, EX-3
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay, current_coroutine};
use Async\AsyncCancellation;

suspend();
$main = current_coroutine();
spawn(fn() => $main->cancel(new AsyncCancellation('to main')));
try { delay(1000); echo "never\n"; } catch (AsyncCancellation $e) { echo "main caught ", $e->getMessage(), "\n"; }
register_shutdown_function(fn() => print "shutdown\n");
spawn(function () use ($main) { $main->cancel(new AsyncCancellation('again')); delay(1); echo "others run on\n"; });
try { delay(1000); } finally { echo "finally in main\n"; }
echo "never\n";
--EXPECT--
main caught to main
finally in main
others run on
shutdown
