--TEST--
When the system has lost events every watcher gets one without a name and with both flags, and goes on
--DESCRIPTION--
Rules: FS-21, FS-17, FS-2
Order: independent
--SKIPIF--
<?php
$limit = (int) @file_get_contents('/proc/sys/fs/inotify/max_queued_events');
if ($limit < 1000 || $limit > 100_000) die("skip fs.inotify.max_queued_events is $limit");
?>
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn};

$limit = (int) file_get_contents('/proc/sys/fs/inotify/max_queued_events');
$d = directory();
$quiet = directory();
mkdir("$d/known");
mkdir("$d/leaves");
touch("$d/file");
/** The first events, shown; all of one name as one. */
function shown(FileSystemWatcher $w, int $count): string
{
    $shown = [];
    foreach ($w as $event) {
        $shown[] = show($event);
        if (count($shown) === $count) break;
    }
    return implode(' ', $shown);
}

$tree = new FileSystemWatcher($d, recursive: true);
$raw = new FileSystemWatcher("$d/known", coalesce: false);
$file = new FileSystemWatcher("$d/file");
$elsewhere = new FileSystemWatcher($quiet);
$filtered = new FileSystemWatcher($quiet, debounceMs: 1, extensions: ['php']);
// Equal events that follow each other are one in the kernel's queue; these come by two watches in turn.
for ($i = 0; $i < $limit; $i++) chmod("$d/known", 0700);
mkdir("$d/appeared/inside", recursive: true);
rmdir("$d/leaves");
touch("$d/lost");
$after = new FileSystemWatcher($d, recursive: true);

echo "tree: ", shown($tree, 2), "\n";
echo "file: ", shown($file, 1), "\n";
echo "elsewhere: ", shown($elsewhere, 1), "\n";
echo "filtered: ", shown($filtered, 1), "\n";
$count = 0;
foreach ($raw as $event) {
    if ($event->filename === null && $event->renamed && $event->changed) break;
    $count++;
}
echo "raw: ", $count > $limit / 4 ? 'many, then the loss' : $count, "\n";

echo "-- nothing is lost any more, and what appeared meanwhile is watched\n";
touch("$d/appeared/inside/x"); mkdir("$d/leaves"); report($tree, $d);
touch("$d/leaves/y"); report($tree, $d);
report($after, $d);
touch("$quiet/z"); report($elsewhere, $quiet);
chmod("$d/file", 0600); echo shown($file, 1), "\n";

echo "-- lost before it is closed\n";
$last = new FileSystemWatcher($quiet);
touch("$quiet/y");
for ($i = 0; $i < $limit + 1000; $i++) chmod("$quiet/" . ($i % 2 ? 'y' : 'z'), 0600);
$last->close();
foreach ($last as $event) echo show($event), ' ';
echo "\n";
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
tree: known:C null:RC
file: null:RC
elsewhere: null:RC
filtered: null:RC
raw: many, then the loss
-- nothing is lost any more, and what appeared meanwhile is watched
appeared/inside/x:RC leaves:R
leaves/y:RC
appeared/inside/x:RC leaves:R leaves/y:RC
z:RC
file:C
-- lost before it is closed
y:RC z:C null:RC 
