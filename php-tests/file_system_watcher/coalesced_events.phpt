--TEST--
Coalescing: one event per name waits, with all flags, in the order of the first occurrence
--DESCRIPTION--
Rules: FS-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;

$d = directory();
foreach (['x', 'y', 'z'] as $name) touch("$d/$name");
$w = new FileSystemWatcher($d);
$last = new FileSystemWatcher($d);
file_put_contents("$d/y", '1');
file_put_contents("$d/x", '1');
file_put_contents("$d/y", '2');
unlink("$d/y");
file_put_contents("$d/x", '2');
touch("$d/end");
foreach ($last as $event) if ($event->filename === 'end') break;
foreach ($w as $i => $event) {
    echo "$i ", show($event), "\n";
    if ($event->filename === 'end') break;
}
echo "-- a name that was fetched begins anew\n";
file_put_contents("$d/x", '3');
file_put_contents("$d/z", '1');
report($w, $d);
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
0 y:RC
1 x:C
2 end:RC
-- a name that was fetched begins anew
x:C z:C
