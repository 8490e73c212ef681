--TEST--
ES-4, CN-3: a coroutine that waits for a class can be cancelled; the load and the other waiters go on
--DESCRIPTION--
Rules: ES-4, CN-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

spl_autoload_register(function ($class) { echo "loading\n"; delay(5); eval("class $class {}"); });
$loader = spawn(fn() => get_class(new X));
$victim = spawn(function () { try { new X; echo "never\n"; } finally { echo "finally\n"; } });
$waiter = spawn(fn() => get_class(new X));
suspend(); suspend();
$victim->cancel(new AsyncCancellation('stop'));
try { await($victim); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
echo await($loader), await($waiter), "\n";

// The one that loads is cancelled: a waiter loads the class itself.
$loader = spawn(fn() => new Y);
$waiter = spawn(fn() => get_class(new Y));
suspend(); suspend();
$loader->cancel(new AsyncCancellation('stop'));
try { await($loader); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
echo await($waiter), "\n";
--EXPECT--
loading
finally
stop
XX
loading
loading
stop
Y
