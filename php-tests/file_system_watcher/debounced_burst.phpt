--TEST--
Debouncing: a burst is one event without a filename, with the flags of all its changes
--DESCRIPTION--
Rules: FS-14, FS-16
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/scaled_ms.php';
use Async\FileSystemWatcher;
use function Async\{delay, spawn, suspend};

$d = directory();
foreach (['a', 'b'] as $name) touch("$d/$name");
$quiet = scaled_ms(30);
$w = new FileSystemWatcher($d, debounceMs: $quiet);
$next = function () use ($w) {
    foreach ($w as $key => $event) return "$key " . show($event) . ($event->path === $GLOBALS['d'] ? '' : ' another path');
};
chmod("$d/a", 0600); chmod("$d/b", 0600); chmod("$d/a", 0644);
echo $next(), "\n";
rename("$d/a", "$d/c");
echo $next(), "\n";
rename("$d/c", "$d/a"); chmod("$d/a", 0600);
echo $next(), "\n";

echo "-- with coalescing one event waits at most\n";
for ($i = 0; $i < 3; $i++) { chmod("$d/a", 0600 + $i); delay(3 * $quiet); }
$w->close();
foreach ($w as $key => $event) echo "$key ", show($event), "\n";

echo "-- without, each burst has its own\n";
$w = new FileSystemWatcher($d, coalesce: false, debounceMs: $quiet);
$bursts = 0;
for ($i = 0; $i < 3; $i++) {
    $watched = spawn(fn() => Async\await_any_or_fail([$w]));
    suspend();
    chmod("$d/a", 0600 + $i); chmod("$d/b", 0600 + $i);
    Async\await($watched);
}
$w->close();
foreach ($w as $key => $event) echo "$key ", show($event), "\n";
--EXPECT--
0 null:C
0 null:R
0 null:RC
-- with coalescing one event waits at most
0 null:C
-- without, each burst has its own
0 null:C
1 null:C
2 null:C
