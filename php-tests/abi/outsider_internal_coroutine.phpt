--TEST--
Outsider (c): another extension has data for every coroutine, sees it end, flushes in a microtask, awaits an internal coroutine
--DESCRIPTION--
Rules: ABI-126, ABI-130, ABI-131, ABI-140, ABI-192, ABI-193, ABI-194, ABI-212
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('internal_coroutine'))) die('skip needs internal_coroutine');
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('internal_coroutine');
use function Async\{spawn, await, suspend};

function show(array $values): void
{
    echo json_encode($values), "\n";
}
$works = fn() => spawn(function () {
    journal_write();
    journal_write();
    suspend();
    journal_write();
    show(journal_own());
});
show(journal_own());
await($works());
show(journal_totals());
$both = [$works(), $works()];
await($both[0]);
await($both[1]);
$totals = journal_totals();
echo "collected $totals[collected], finished $totals[finished], fewer flushes than lines: ",
    var_export($totals['flushes'] < $totals['collected'], true), "\n";
$cancelled = spawn(function () {
    journal_write();
    Async\delay(60000);
});
while (!$cancelled->isStarted()) {
    suspend();
}
$cancelled->cancel();
try {
    await($cancelled);
} catch (Async\AsyncCancellation $e) {
}
echo "finished ", journal_totals()['finished'], "\n";

echo "ticks: ", journal_tick(3, 1), "\n";
try {
    journal_tick(3, 60000, true);
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), "\n";
}
echo "counts: ", implode(' ', async_test_counts()), "\n";
// Still queued when the script ends.
journal_write();
?>
--EXPECT--
[]
{"lines":3,"entered":true,"balanced":true}
{"collected":3,"flushes":2,"finished":1}
{"lines":3,"entered":true,"balanced":true}
{"lines":3,"entered":true,"balanced":true}
collected 9, finished 3, fewer flushes than lines: true
finished 4
ticks: 3
Async\AsyncCancellation
counts: 0 1
