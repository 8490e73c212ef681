--TEST--
A tree is watched: directories that are there, new ones, and what is in them already
--DESCRIPTION--
Rules: FS-19, FS-3
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{delay};

$d = directory();
mkdir("$d/a/b/c", recursive: true);
touch("$d/a/b/c/file");
$w = new FileSystemWatcher($d, recursive: true);
touch("$d/top"); chmod("$d/a/b/c/file", 0600); touch("$d/a/new"); report($w, $d);

echo "-- new directories, one inside the other\n";
mkdir("$d/x"); report($w, $d);
touch("$d/x/file"); mkdir("$d/x/y"); report($w, $d);
touch("$d/x/y/file"); report($w, $d);

echo "-- a tree that appears at once: what is inside already tells nothing, but is watched\n";
$outside = directory();
mkdir("$outside/tree/deep/er", recursive: true);
touch("$outside/tree/deep/er/file");
rename("$outside/tree", "$d/tree"); report($w, $d);
chmod("$d/tree/deep/er/file", 0600); mkdir("$d/tree/deep/er/est"); report($w, $d);
touch("$d/tree/deep/er/est/file"); report($w, $d);

echo "-- directories with the names of their parents, and odd names\n";
mkdir("$d/s"); report($w, $d);
mkdir("$d/s/s"); report($w, $d);
touch("$d/s/s/s"); report($w, $d);
foreach ([' ', "\n", 'ä', '*', '.hidden', "\xff", '...'] as $name) mkdir("$d/s/$name");
happened($w, $d);
foreach ([' ', "\n", 'ä', '*', '.hidden', "\xff", '...'] as $name) touch("$d/s/$name/f");
echo json_encode(happened($w, $d), JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";

echo "-- without the flag only the directory itself\n";
$w = new FileSystemWatcher($d);
touch("$d/x/file"); touch("$d/x/y/file"); chmod("$d/x", 0700); report($w, $d);
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
top:RC a/b/c/file:C a/new:RC
-- new directories, one inside the other
x:R
x/file:RC x/y:R
x/y/file:RC
-- a tree that appears at once: what is inside already tells nothing, but is watched
tree:R
tree/deep/er/file:C tree/deep/er/est:R
tree/deep/er/est/file:RC
-- directories with the names of their parents, and odd names
s:R
s/s:R
s/s/s:RC
["s/ /f:RC","s/\n/f:RC","s/ä/f:RC","s/*/f:RC","s/.hidden/f:RC","s/�/f:RC","s/.../f:RC"]
-- without the flag only the directory itself
x:C
