--TEST--
Entries of a directory: created, written, changed, renamed, deleted
--DESCRIPTION--
Rules: FS-2, FS-3
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;

$d = directory();
touch("$d/there");
mkdir("$d/sub");
$w = new FileSystemWatcher($d);
touch("$d/new"); report($w, $d);
file_put_contents("$d/there", 'x'); report($w, $d);
chmod("$d/there", 0600); report($w, $d);
rename("$d/there", "$d/renamed"); report($w, $d);
unlink("$d/renamed"); report($w, $d);
mkdir("$d/directory"); report($w, $d);
rmdir("$d/directory"); report($w, $d);
echo "-- one entry after the other\n";
touch("$d/b"); touch("$d/a"); unlink("$d/b"); file_put_contents("$d/a", 'x'); touch("$d/c");
report($w, $d);
echo "-- below a subdirectory\n";
touch("$d/sub/file"); file_put_contents("$d/sub/file", 'x');
report($w, $d);
echo "-- reading\n";
file_get_contents("$d/c"); scandir($d); fclose(fopen("$d/c", 'r+'));
report($w, $d);
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
new:RC
there:C
there:C
there:R renamed:R
renamed:R
directory:R
directory:R
-- one entry after the other
b:RC a:RC c:RC
-- below a subdirectory
-
-- reading
-
