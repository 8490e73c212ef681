--TEST--
A directory that is removed or moved away loses its watch; one of the same name is watched anew
--DESCRIPTION--
Rules: FS-20, FS-19
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;

$d = directory();
$outside = directory();
mkdir("$d/a/b/c", recursive: true);
$w = new FileSystemWatcher($d, recursive: true);

echo "-- moved away\n";
rename("$d/a", "$outside/a"); report($w, $d);
touch("$outside/a/file"); touch("$outside/a/b/c/file"); report($w, $d);
echo "-- the same name again\n";
mkdir("$d/a"); report($w, $d);
touch("$d/a/file"); touch("$outside/a/b/file"); report($w, $d);
echo "-- and back, under another name\n";
rename("$outside/a", "$d/back"); report($w, $d);
touch("$d/back/b/c/other"); report($w, $d);
echo "-- renamed inside\n";
rename("$d/back", "$d/a/inner"); report($w, $d);
touch("$d/a/inner/b/c/third"); report($w, $d);
echo "-- removed and made again\n";
remove_tree("$d/a"); happened($w, $d);
mkdir("$d/a"); report($w, $d);
touch("$d/a/file"); report($w, $d);
echo "-- removed and made again before anybody looks\n";
for ($i = 0; $i < 5; $i++) { remove_tree("$d/a"); mkdir("$d/a/b", recursive: true); }
happened($w, $d);
touch("$d/a/file"); touch("$d/a/b/file"); report($w, $d);
echo "-- moved away and made again before anybody looks\n";
rename("$d/a", "$outside/old");
mkdir("$d/a");
happened($w, $d);
touch("$outside/old/b/never"); touch("$d/a/new"); report($w, $d);
echo "-- a file in its place\n";
remove_tree("$d/a"); touch("$d/a");
happened($w, $d);
chmod("$d/a", 0600); report($w, $d);
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
-- moved away
a:R
-
-- the same name again
a:R
a/file:RC
-- and back, under another name
back:R
back/b/c/other:RC
-- renamed inside
back:R a/inner:R
a/inner/b/c/third:RC
-- removed and made again
a:R
a/file:RC
-- removed and made again before anybody looks
a/file:RC a/b/file:RC
-- moved away and made again before anybody looks
a/new:RC
-- a file in its place
a:C
