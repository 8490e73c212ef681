--TEST--
An extension of an outsider runs 10,000 jobs on worker threads, and each coroutine gets its own result
--DESCRIPTION--
Rules: ABI-2, ABI-160, ABI-195
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('async_jobs'))) die('skip needs async_jobs');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('async_jobs');
require __DIR__ . '/../lib/watchdog.php';
watchdog();
use function Async\{await, spawn, suspend};

const JOBS = 10_000;
$results = $coroutines = [];
$beside = 0;
for ($i = 0; $i < JOBS; $i++) {
    $coroutines[] = spawn(function () use ($i, &$results) { $results[$i] = jobs_checksum($i, 1000); });
}
spawn(function () use (&$beside, &$results) {
    while (count($results) < JOBS) {
        $beside++;
        suspend();
    }
});
foreach ($coroutines as $coroutine) await($coroutine);
$wrong = 0;
for ($i = 0; $i < JOBS; $i++) $wrong += $results[$i] !== jobs_checksum_here($i, 1000);
echo count($results), " results, $wrong wrong\n";
echo 'others ran meanwhile: ', $beside > 1 ? 'yes' : 'no', "\n";
echo 'several threads: ', jobs_threads() > 1 ? 'yes' : 'no', "\n";

// Cancelled waiters, and jobs that are left at the end.
$cancelled = 0;
// The workers may be faster once, where another process takes this one's processor.
for ($round = 0; $cancelled === 0 && $round < 100; $round++) {
    $coroutines = [];
    for ($i = 0; $i < 100; $i++) {
        $coroutines[] = spawn(function () use (&$cancelled) {
            try { jobs_checksum(1, 10_000); } catch (Async\AsyncCancellation) { $cancelled++; }
        });
    }
    suspend();
    foreach ($coroutines as $coroutine) $coroutine->cancel();
    foreach ($coroutines as $coroutine) try { await($coroutine); } catch (Async\AsyncCancellation) { }
}
echo 'all ended, some cancelled: ', $cancelled > 0 ? 'yes' : 'no', "\n";
?>
--EXPECT--
10000 results, 0 wrong
others ran meanwhile: yes
several threads: yes
all ended, some cancelled: yes
