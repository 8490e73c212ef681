--TEST--
The path is the constructor's string, the name is relative to it, and at least one flag is set
--DESCRIPTION--
Rules: FS-2, FS-3, CM-2, CM-19
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\{FileSystemEvent, FileSystemWatcher};

$d = directory();
chdir(dirname($d));
foreach ([$d, "$d/", "$d/../" . basename($d) . '/.', basename($d), './' . basename($d)] as $i => $path) {
    $w = new FileSystemWatcher($path);
    touch("$d/f$i");
    foreach ($w as $event) break;
    var_dump($event::class, $event->path === $path, $event->filename === "f$i", $event->renamed || $event->changed);
}
echo "-- a change of the current directory does not matter\n";
$w = new FileSystemWatcher(basename($d), recursive: true);
chdir('/');
mkdir("$d/sub");
foreach ($w as $event) break;
touch("$d/sub/file");
foreach ($w as $event) break;
var_dump($event->filename);

echo "-- the object\n";
$event = (array) $event;
unset($event['path']);
var_dump($event);
$event = (function () use ($w) { foreach ($w as $event) return $event; });
touch("$d/x");
$event = $event();
foreach ([
    fn() => $event->filename = 'y', fn() => $event->other = 1, function () use ($event) { unset($event->path); }, fn() => serialize($event),
    fn() => unserialize('O:21:"Async\FileSystemEvent":0:{}'), fn() => (new FileSystemEvent())->path,
] as $misuse) {
    try { $misuse(); echo "accepted\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECTF--
string(21) "Async\FileSystemEvent"
bool(true)
bool(true)
bool(true)
string(21) "Async\FileSystemEvent"
bool(true)
bool(true)
bool(true)
string(21) "Async\FileSystemEvent"
bool(true)
bool(true)
bool(true)
string(21) "Async\FileSystemEvent"
bool(true)
bool(true)
bool(true)
string(21) "Async\FileSystemEvent"
bool(true)
bool(true)
bool(true)
-- a change of the current directory does not matter
string(8) "sub/file"
-- the object
array(3) {
  ["filename"]=>
  string(8) "sub/file"
  ["renamed"]=>
  bool(true)
  ["changed"]=>
  bool(%s)
}
Error: Cannot modify readonly property Async\FileSystemEvent::$filename
Error: Cannot create dynamic property Async\FileSystemEvent::$other
Error: Cannot unset readonly property Async\FileSystemEvent::$path
Exception: Serialization of 'Async\FileSystemEvent' is not allowed
Exception: Unserialization of 'Async\FileSystemEvent' is not allowed
Error: Typed property Async\FileSystemEvent::$path must not be accessed before initialization
