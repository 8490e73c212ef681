--TEST--
A watcher in a cycle is collected, and stops watching then; one that a coroutine waits for is not
--DESCRIPTION--
Rules: FS-11, FS-7, GC-1
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn, suspend};

class Owner
{
    public $watcher;
    public $other;
    public function __construct(public string $name) {}
    public function __destruct() { echo "$this->name is destroyed\n"; }
}
/** Watches of this process in the kernel. */
function watches(): int
{
    $count = 0;
    foreach (glob('/proc/self/fdinfo/*') as $file) $count += preg_match_all('/^inotify /m', (string) @file_get_contents($file));
    return $count;
}
/** The collection runs in a coroutine of its own. */
function collect(): void { gc_collect_cycles(); delay(1); }

$d = directory();
mkdir("$d/sub");
delay(1);
collect();
echo "-- alone\n";
$o = new Owner('alone');
$o->watcher = new FileSystemWatcher($d, recursive: true);
$o->other = $o;
touch("$d/sub/file");
var_dump(watches() > 0);
unset($o);
collect();
var_dump(watches());

echo "-- with its iterator, and events that nobody has fetched\n";
$o = new Owner('iterator');
$o->watcher = new FileSystemWatcher($d);
touch("$d/a"); touch("$d/b");
$o->other = [$o, $o->watcher->getIterator()];
$o->other[1]->rewind();
echo $o->other[1]->current()->filename, "\n";
unset($o);
collect();
var_dump(watches());

echo "-- in the variables of a coroutine that waits for it\n";
$c = (function () use ($d) {
    $o = new Owner('waiting');
    $o->watcher = new FileSystemWatcher($d);
    $o->other = $o;
    return spawn(function () use ($o) { foreach ($o->watcher as $event) { echo $event->filename, "\n"; return; } });
})();
delay(1);
collect();
touch("$d/c");
await($c);
unset($c);
collect();
var_dump(watches());

echo "-- awaited by a coroutine that nobody else holds\n";
$o = new Owner('awaited');
$o->watcher = new FileSystemWatcher($d);
$o->other = spawn(fn() => Async\await_any_or_fail([$o->watcher]));
delay(1);
unset($o);
collect();
touch("$d/d");
delay(10);
collect();
var_dump(watches());
--EXPECT--
-- alone
bool(true)
alone is destroyed
int(0)
-- with its iterator, and events that nobody has fetched
a
iterator is destroyed
int(0)
-- in the variables of a coroutine that waits for it
c
waiting is destroyed
int(0)
-- awaited by a coroutine that nobody else holds
awaited is destroyed
int(0)
