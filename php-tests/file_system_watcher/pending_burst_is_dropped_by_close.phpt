--TEST--
close() drops a burst that has not ended
--DESCRIPTION--
Rules: FS-18
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn};

$d = directory();
$w = new FileSystemWatcher($d, debounceMs: 60_000);
$seen = new FileSystemWatcher($d);
$loop = spawn(function () use ($w) { foreach ($w as $event) echo "never\n"; echo "over\n"; });
touch("$d/file");
foreach ($seen as $event) break;
delay(1);
$w->close();
await($loop);
foreach ($w as $event) echo "never\n";

echo "-- the end of the object\n";
$w = new FileSystemWatcher($d, debounceMs: 60_000);
touch("$d/other");
foreach ($seen as $event) break;
delay(1);
unset($w);
echo "end\n";
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
over
-- the end of the object
end
