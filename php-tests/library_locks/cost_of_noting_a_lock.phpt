--TEST--
Noting a lock costs a few nanoseconds
--DESCRIPTION--
Rules: io LK-8
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/library_locks.php';
if ($why = library_locks_missing()) die("skip $why");
if (getenv('TEST_UNDER') || getenv('ASAN_PRELOAD') || PHP_DEBUG) die('skip measures an ordinary PHP');
?>
--FILE--
<?php
require __DIR__ . '/../lib/library_locks.php';
echo with_library_locks(<<<'PHP'
    [$before] = library_lock_cost(1_000_000);
    delay(1);
    // The least of many short ones: other programs run, too.
    $costs = array_map(fn() => library_lock_cost(5_000), range(0, 2_000));
    [$noted, $plain] = [min(array_column($costs, 0)), min(array_column($costs, 1))];
    echo $noted < 6 * $plain ? "few\n" : "$noted ns, plain $plain ns\n";
    PHP);
--EXPECT--
few
