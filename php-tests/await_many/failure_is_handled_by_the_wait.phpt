--TEST--
EH-1, OD-19: what a call received never surfaces; what fails after it returned does if nothing can ask for it
--DESCRIPTION--
Rules: EH-1, EH-3, OD-19, AA-31
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_all, await_first_success, await_any_or_fail};

await_all([spawn(fn() => throw new Exception('collected'))]);
await_first_success([spawn(fn() => throw new Exception('before the success')), spawn(function () { suspend(); return 1; })]);
try { await_any_or_fail([spawn(fn() => throw new Exception('thrown'))]); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$kept = spawn(function () { suspend(); suspend(); throw new Exception('kept'); });
await_any_or_fail([$kept, spawn(fn() => 1)]);
suspend(); suspend(); suspend();
echo $kept->getException()->getMessage(), "\n";
unset($kept);
echo "dropped silently\n";
await_any_or_fail([spawn(function () { suspend(); suspend(); throw new Exception('late'); }), spawn(fn() => 1)]);
echo "returned\n";
suspend(); suspend(); suspend();
echo "not reached\n";
--EXPECTF--
thrown
kept
dropped silently
returned

Fatal error: Uncaught Exception: late in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
