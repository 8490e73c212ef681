--TEST--
The slot scope_await_after_cancellation waits as the method does
--DESCRIPTION--
Rules: ABI-141, ABI-184
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{suspend, delay, timeout};
use Async\Scope;

$s = new Scope;
$s->spawn(function () { try { delay(1000); } finally { delay(3); throw new Exception('late'); } });
suspend();
$s->cancel();
try { async_test_scope_wait($s, null, timeout(1)); } catch (Async\OperationCanceledException $e) { echo $e->getMessage(), "\n"; }
async_test_scope_wait($s, fn($e, $x) => print $e->getMessage() . ' ' . var_export($x === $s, true) . "\n", null);
$s = new Scope;
$s->spawn(function () use ($s) {
    try { async_test_scope_wait($s, null, null); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
    try { delay(1000); } finally { throw new Exception('without handler'); }
});
suspend();
$s->cancel();
try { async_test_scope_wait($s, null, null); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$s = new Scope;
async_test_scope_wait($s, null, null);
$s->cancel();
async_test_scope_wait($s, null, null);
echo "drained and closed ones: at once\n";
--EXPECT--
Operation has been cancelled
late true
Cannot await completion of scope from a coroutine that belongs to the same scope or its children
without handler
drained and closed ones: at once
