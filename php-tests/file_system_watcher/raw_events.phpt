--TEST--
Without coalescing every event is delivered separately, in order
--DESCRIPTION--
Rules: FS-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;

$d = directory();
foreach (['x', 'y'] as $name) touch("$d/$name");
$w = new FileSystemWatcher($d, coalesce: false);
chmod("$d/y", 0600);
chmod("$d/x", 0600);
chmod("$d/y", 0644);
rename("$d/y", "$d/z");
unlink("$d/z");
touch("$d/end");
foreach ($w as $i => $event) {
    if ($event->filename === 'end') break;
    echo "$i ", show($event), "\n";
}
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
0 y:C
1 x:C
2 y:C
3 y:R
4 z:R
5 z:R
