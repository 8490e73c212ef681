--TEST--
A single file can be watched: its name is that of the file
--DESCRIPTION--
Rules: FS-2, FS-3
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn};

$d = directory();
file_put_contents("$d/file", '1');
$w = new FileSystemWatcher("$d/file");
$other = new FileSystemWatcher("$d/file", recursive: true);
file_put_contents("$d/other", '1');
file_put_contents("$d/file", '2');
foreach ($w as $event) break;
echo show($event), ' ', $event->path === "$d/file" ? 'the path' : $event->path, "\n";
foreach ($other as $event) break;
echo show($event), "\n";
unlink("$d/file");
foreach ($w as $event) if ($event->renamed) { echo "$event->filename is gone\n"; break; }

echo "-- a link to a file, and to a directory\n";
file_put_contents("$d/target", '1');
symlink('target', "$d/link");
mkdir("$d/inside");
symlink('inside', "$d/linked");
$link = new FileSystemWatcher("$d/link");
$linked = new FileSystemWatcher("$d/linked", recursive: true);
file_put_contents("$d/target", '2');
foreach ($link as $event) { echo show($event), "\n"; break; }
touch("$d/inside/x");
foreach ($linked as $event) { echo show($event), "\n"; break; }


echo "-- two names of one file\n";
file_put_contents("$d/one", '1');
link("$d/one", "$d/two");
$one = new FileSystemWatcher("$d/one");
$two = new FileSystemWatcher("$d/two");
file_put_contents("$d/two", '2');
foreach ($one as $event) { echo show($event), "\n"; break; }
foreach ($two as $event) { echo show($event), "\n"; break; }
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
file:C the path
file:C
file is gone
-- a link to a file, and to a directory
link:C
x:RC
-- two names of one file
one:C
two:C
