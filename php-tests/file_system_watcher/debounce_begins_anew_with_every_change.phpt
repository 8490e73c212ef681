--TEST--
Every change begins the quiet time anew; a longest time bounds it
--DESCRIPTION--
Rules: FS-14, FS-15, FS-16
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/scaled_ms.php';
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn};

/** Changes a file for a while; how many of the changes were made when the event came, and how many there are. */
function burst(int $quiet, int $hold, int $changes, int $step): array
{
    $d = directory();
    touch("$d/file");
    do {
        $w = new FileSystemWatcher($d, debounceMs: $quiet, maxHoldMs: $hold);
        $made = $longest = 0;
        $writer = spawn(function () use ($d, $changes, $step, &$made, &$longest) {
            for ($last = hrtime(true); $made < $changes; $made++) {
                chmod("$d/file", 0600 + $made % 8);
                delay($step);
                $longest = max($longest, (hrtime(true) - $last) / 1e6);
                $last = hrtime(true);
            }
        });
        foreach ($w as $event) break;
        $at = $made;
        await($writer);
        $w->close();
        // A machine that stands still for so long makes two bursts of one.
    } while ($longest > $quiet / 2);
    return [$at, $made];
}
$quiet = scaled_ms(100);
[$at, $made] = burst($quiet, 0, 15, $quiet / 10);
var_dump($at === $made);
[$at, $made] = burst($quiet, 2 * $quiet, 60, $quiet / 10);
var_dump($at > 1, $at < $made);
echo "-- a bound below the quiet time\n";
[$at, $made] = burst(100 * $quiet, $quiet, 20, $quiet / 10);
var_dump($at > 1, $at < $made);
echo "-- negative times are none\n";
$d = directory();
$w = new FileSystemWatcher($d, debounceMs: -1, maxHoldMs: -1);
touch("$d/file");
foreach ($w as $event) { echo show($event), "\n"; break; }
$w = new FileSystemWatcher($d, debounceMs: 1, maxHoldMs: PHP_INT_MIN);
touch("$d/file");
foreach ($w as $event) { echo show($event), "\n"; break; }
$w = new FileSystemWatcher($d, debounceMs: PHP_INT_MAX, maxHoldMs: 1);
touch("$d/file");
foreach ($w as $event) { echo show($event), "\n"; break; }
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
bool(true)
bool(true)
bool(true)
-- a bound below the quiet time
bool(true)
bool(true)
-- negative times are none
file:RC
null:C
null:C
