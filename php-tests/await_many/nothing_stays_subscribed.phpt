--TEST--
AA-47: after the call neither items nor results nor keys are held
--DESCRIPTION--
Rules: AA-47, AW-9
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay, await_all, await_any_or_fail, await_first_success, timeout, runtime_stats};

class Probe { public static int $alive = 0; function __construct() { self::$alive++; } function __destruct() { self::$alive--; } }
$release = false;
$job = spawn(function () use (&$release) { while (!$release) delay(1); return new Probe; });
foreach ([0, 1] as $i) {
    $fast = spawn(fn() => new Probe);
    await_any_or_fail([$job, $fast], timeout(60_000));
    unset($fast);
    echo Probe::$alive, "\n";
}
try { await_all([$job, spawn(fn() => new Probe)], timeout(1)); } catch (Async\OperationCanceledException) { echo Probe::$alive, "\n"; }
$release = true;
[$r] = await_all([$job, $job]);
echo Probe::$alive, "\n";
unset($r, $job);
echo Probe::$alive, "\n";
// A bound: memory does not grow with the number of abandoned waits.
$open = spawn(function () { delay(60_000); });
$before = 0;
for ($i = 0; $i < 2000; $i++) { await_any_or_fail([$open, spawn(fn() => 1)]); if ($i === 100) $before = memory_get_usage(); }
var_dump(memory_get_usage() - $before < 10_000);
$open->cancel();
--EXPECT--
0
0
0
1
0
bool(true)
