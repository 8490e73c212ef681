--TEST--
foreach: keys count from 0 in every loop, waiting events come first, then the loop parks, and close() ends it
--DESCRIPTION--
Rules: FS-8, FS-9, CM-3, CM-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn, suspend};

$d = directory();
foreach (['a', 'b', 'c'] as $name) touch("$d/$name");
$w = new FileSystemWatcher($d);
foreach (['a', 'b', 'c'] as $name) chmod("$d/$name", 0600);
foreach ($w as $key => $event) { echo "$key $event->filename\n"; if ($key === 1) break; }
echo "-- the next loop\n";
$writer = spawn(function () use ($d, $w) {
    chmod("$d/a", 0644);
    while ($w->isClosed() === false && !isset($GLOBALS['seen'])) suspend();
    chmod("$d/b", 0644);
    while ($GLOBALS['seen'] < 3) suspend();
    echo "closes\n";
    $w->close();
});
$seen = 0;
foreach ($w as $key => $event) { echo "$key $event->filename\n"; $seen++; }
echo "-- closed: nothing more, and no second time\n";
foreach ($w as $event) echo "never\n";
await($writer);
$w = new FileSystemWatcher($d);
$w->close();
foreach ($w as $event) echo "never\n";
var_dump(iterator_to_array($w));

echo "-- the iterator by itself\n";
$w = new FileSystemWatcher($d);
chmod("$d/a", 0600);
chmod("$d/b", 0600);
$i = $w->getIterator();
var_dump($i instanceof Iterator, $i->valid());
$i->rewind();
var_dump($i->valid(), $i->key(), $i->current()->filename, $i->current()->filename);
$i->next();
var_dump($i->key(), $i->current()->filename);
$w->close();
$i->next();
var_dump($i->valid(), $i->current());
function all(FileSystemWatcher $w) { yield from $w; }
$w = new FileSystemWatcher($d);
chmod("$d/c", 0600);
foreach (all($w) as $key => $event) { echo "$key $event->filename\n"; break; }
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
0 a
1 b
-- the next loop
0 c
1 a
2 b
closes
-- closed: nothing more, and no second time
array(0) {
}
-- the iterator by itself
bool(true)
bool(true)
bool(true)
int(0)
string(1) "a"
string(1) "a"
int(1)
string(1) "b"
bool(false)
NULL
0 c
