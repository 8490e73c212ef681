--TEST--
A second watcher of a directory hears nothing from before it was made, and the first one everything
--DESCRIPTION--
Rules: FS-4, FS-22
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{delay, spawn, suspend};

$d = directory();
mkdir("$d/sub");
touch("$d/file");
$first = new FileSystemWatcher($d, recursive: true);
touch("$d/a"); touch("$d/sub/a"); touch("$d/file");
$second = new FileSystemWatcher($d, recursive: true);
$sub = new FileSystemWatcher("$d/sub");
$file = new FileSystemWatcher("$d/file");
touch("$d/b"); touch("$d/sub/b"); chmod("$d/file", 0600);
report($second, $d);
report($sub, "$d/sub");
foreach ($file as $event) { echo show($event), "\n"; break; }
report($first, $d);

echo "-- one after the other, without a look of the event loop\n";
$all = [];
for ($i = 0; $i < 4; $i++) { $all[] = new FileSystemWatcher($d); touch("$d/n$i"); }
foreach ($all as $w) report($w, $d);

echo "-- a watcher in the place of one that was closed\n";
$w = new FileSystemWatcher($d);
touch("$d/before");
$w->close();
$w = new FileSystemWatcher($d);
touch("$d/behind");
report($w, $d);

echo "-- the subdirectory that another watches already, found by a tree\n";
mkdir("$d/later");
$inside = new FileSystemWatcher("$d/later", coalesce: false);
touch("$d/later/1");
$tree = new FileSystemWatcher($d, recursive: true);
touch("$d/later/2");
report($tree, $d);
$count = 0;
foreach ($inside as $event) { if ($event->renamed) echo $event->filename, ' '; if (++$count === 4) break; }
echo "\n";
// One that is still open would keep the script alive (FS-7).
foreach ([...$GLOBALS, ...$all] as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
b:RC sub/b:RC file:C
b:RC
file:C
a:RC sub/a:RC file:C b:RC sub/b:RC
-- one after the other, without a look of the event loop
n0:RC n1:RC n2:RC n3:RC
n1:RC n2:RC n3:RC
n2:RC n3:RC
n3:RC
-- a watcher in the place of one that was closed
behind:RC
-- the subdirectory that another watches already, found by a tree
later/2:RC
1 2 
