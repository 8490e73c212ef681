--TEST--
Changes made before close() are delivered, whether or not the event loop has looked; other watchers hear them, too
--DESCRIPTION--
Rules: FS-9, FS-22, FS-13, FS-18
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{await, await_any_or_fail, delay, spawn, suspend};

function rest(FileSystemWatcher $w): string
{
    $shown = [];
    foreach ($w as $i => $event) $shown[] = $i . ' ' . show($event);
    return implode(', ', $shown) ?: '-';
}
$d = directory();
mkdir("$d/sub");
touch("$d/file");

echo "-- before the scheduler was launched\n";
$w = new FileSystemWatcher($d);
chmod("$d/file", 0600); chmod("$d/sub", 0700); chmod("$d/file", 0644);
$w->close();
echo rest($w), "\n";

echo "-- raw, of a tree, of a file\n";
$raw = new FileSystemWatcher($d, coalesce: false);
$tree = new FileSystemWatcher($d, recursive: true);
$file = new FileSystemWatcher("$d/file");
$open = new FileSystemWatcher($d, coalesce: false);
chmod("$d/file", 0600); mkdir("$d/sub/new"); chmod("$d/sub", 0755); chmod("$d/file", 0644); rmdir("$d/sub/new");
$raw->close();
$tree->close();
$file->close();
chmod("$d/file", 0600);
echo rest($raw), "\n", rest($tree), "\n", rest($file), "\n";
chmod("$d/sub", 0700);
$open->close();
echo rest($open), "\n";

echo "-- a parked loop, and who awaits the watcher\n";
$w = new FileSystemWatcher($d);
$loop = spawn(fn() => rest($w));
$waiting = spawn(fn() => await_any_or_fail([$w]));
delay(1);
chmod("$d/file", 0644);
$w->close();
var_dump(await($loop), await($waiting));

echo "-- nothing after it\n";
$w = new FileSystemWatcher($d);
$other = new FileSystemWatcher($d);
$w->close();
chmod("$d/file", 0600);
foreach ($other as $event) break;
$w->close();
echo rest($w), "\n";

echo "-- while an exception is on its way\n";
class Closes { function __construct(public FileSystemWatcher $w) {} function __destruct() { $this->w->close(); } }
$w = new FileSystemWatcher($d);
try {
    (function () use ($w, $d) { $closes = new Closes($w); chmod("$d/file", 0644); throw new Exception('thrown'); })();
} catch (Exception $e) { echo $e->getMessage(), ' ', rest($w), "\n"; }

echo "-- a burst is dropped\n";
$w = new FileSystemWatcher($d, debounceMs: 1);
chmod("$d/file", 0600);
$w->close();
echo rest($w), "\n";
$other->close();
--EXPECT--
-- before the scheduler was launched
0 file:C, 1 sub:C
-- raw, of a tree, of a file
0 file:C, 1 sub:C, 2 file:C
0 file:C, 1 sub/new:R, 2 sub:C
0 file:C
0 file:C, 1 sub:C, 2 file:C, 3 file:C, 4 sub:C
-- a parked loop, and who awaits the watcher
string(8) "0 file:C"
NULL
-- nothing after it
-
-- while an exception is on its way
thrown 0 file:C
-- a burst is dropped
-
