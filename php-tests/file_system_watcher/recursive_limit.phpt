--TEST--
At most 8192 directories are watched; places that become free are used again
--DESCRIPTION--
Rules: FS-19
Order: independent
--SKIPIF--
<?php
$limit = (int) @file_get_contents('/proc/sys/fs/inotify/max_user_watches');
if ($limit < 20000) die("skip fs.inotify.max_user_watches is $limit");
?>
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\delay;

/** Watches of this process in the kernel. */
function watches(): int
{
    $count = 0;
    foreach (glob('/proc/self/fdinfo/*') as $file) $count += preg_match_all('/^inotify /m', (string) @file_get_contents($file));
    return $count;
}
$d = directory();
for ($i = 0; $i < 90; $i++) { mkdir("$d/$i"); for ($j = 0; $j < 100; $j++) mkdir("$d/$i/$j"); }
$w = new FileSystemWatcher($d, recursive: true);
var_dump(watches());
mkdir("$d/more");
happened($w, $d);
var_dump(watches());
// More than the queue of the kernel holds, mostly (fs.inotify.max_queued_events).
for ($i = 0; $i < 60; $i++) remove_tree("$d/$i");
happened($w, $d);
$left = watches();
var_dump($left < 8192);
mkdir("$d/again");
happened($w, $d);
var_dump(watches() - $left);
touch("$d/again/file");
report($w, $d);
$w->close();
delay(1);
var_dump(watches());
--EXPECT--
int(8192)
int(8192)
bool(true)
int(1)
again/file:RC
int(0)
