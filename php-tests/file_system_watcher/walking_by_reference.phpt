--TEST--
A loop by reference is refused
--DESCRIPTION--
Rules: FS-10
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;

$w = new FileSystemWatcher(directory());
try { foreach ($w as &$event) echo "never\n"; } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
var_dump($w->isClosed());
--EXPECT--
Error: Cannot iterate FileSystemWatcher by reference
bool(false)
