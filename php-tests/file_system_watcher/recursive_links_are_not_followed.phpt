--TEST--
Symbolic links to directories are entries, not parts of the tree
--DESCRIPTION--
Rules: FS-19
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;

$d = directory();
$outside = directory();
mkdir("$outside/inner");
mkdir("$d/real");
symlink($outside, "$d/link");
symlink('..', "$d/real/up");
$w = new FileSystemWatcher($d, recursive: true);
touch("$outside/file"); touch("$outside/inner/file"); report($w, $d);
symlink($outside, "$d/real/later"); report($w, $d);
touch("$outside/inner/other"); report($w, $d);
unlink("$d/link"); report($w, $d);
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
-
real/later:R
-
link:R
