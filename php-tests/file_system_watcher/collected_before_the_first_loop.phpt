--TEST--
Events are collected from construction on, and none is lost before the first foreach
--DESCRIPTION--
Rules: FS-4, FS-9
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn, suspend};

$d = directory();
$w = new FileSystemWatcher($d);
touch("$d/a");
$other = spawn(function () use ($d) { touch("$d/b"); delay(5); touch("$d/c"); });
delay(20);
await($other);
touch("$d/d");
for ($i = 0; $i < 500; $i++) touch("$d/many$i");
$names = happened($w, $d);
echo implode(' ', array_slice($names, 0, 4)), ' ', count($names), "\n";

echo "-- also those that nobody has fetched when it is closed\n";
touch("$d/e"); touch("$d/f");
// The event loop has seen the second watcher's event, which came after these.
$other = new FileSystemWatcher($d);
touch("$d/g");
foreach ($other as $event) break;
$w->close();
foreach ($w as $event) if ($event->filename[0] !== '.') echo $event->filename, ' ';
echo "\n";
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
a:RC b:RC c:RC d:RC 504
-- also those that nobody has fetched when it is closed
e f g
