--TEST--
Not cloneable, not serializable, no dynamic properties, nothing to see; the constructor works once
--DESCRIPTION--
Rules: CM-2, CM-19, CM-4
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;

$d = directory();
$w = new FileSystemWatcher($d);
foreach ([
    fn() => clone $w, fn() => serialize($w), fn() => unserialize('O:23:"Async\FileSystemWatcher":0:{}'), fn() => $w->other = 1,
    fn() => (new ReflectionClass($w))->newInstanceWithoutConstructor(), fn() => new class extends FileSystemWatcher {},
] as $i => $misuse) {
    if ($i === 5) break;
    try { $misuse(); echo "accepted\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
var_dump($w, (array) $w);
$w->__construct("$d/nothing");
touch("$d/file");
foreach ($w as $event) { echo $event->path === $d ? 'as before' : $event->path, ' ', $event->filename, "\n"; break; }
try { $w->close(1); } catch (Error $e) { echo $e->getMessage(), "\n"; }
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECTF--
Error: Trying to clone an uncloneable object of class Async\FileSystemWatcher
Exception: Serialization of 'Async\FileSystemWatcher' is not allowed
Exception: Unserialization of 'Async\FileSystemWatcher' is not allowed
Error: Cannot create dynamic property Async\FileSystemWatcher::$other
ReflectionException: Class Async\FileSystemWatcher is an internal class marked as final that cannot be instantiated without invoking its constructor
object(Async\FileSystemWatcher)#%d (0) {
}
array(0) {
}
as before file
Async\FileSystemWatcher::close() expects exactly 0 arguments, 1 given
