--TEST--
What is made in a new directory before that is watched is told, once
--DESCRIPTION--
Rules: FS-19, FS-20, ABI-152
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\{await, delay, spawn};
watchdog();

$d = directory();
mkdir("$d/old");
touch("$d/old/file");
$watcher = new Async\FileSystemWatcher($d, recursive: true, coalesce: false);
$names = [];
$listener = spawn(function () use ($watcher, &$names) {
    foreach ($watcher as $event) $names[] = show($event);
});
function told(): void
{
    global $names;
    delay(20);
    $appeared = array_filter($names, fn($name) => str_ends_with($name, ':R'));
    sort($appeared);
    echo implode(' ', $appeared), "\n";
    $names = [];
}
delay(1);

mkdir("$d/new");
touch("$d/new/file");
told();
mkdir("$d/a/b/c", recursive: true);
touch("$d/a/1");
touch("$d/a/b/2");
touch("$d/a/b/c/3");
told();
touch("$d/a/b/c/4");
told();
// One that is moved has its entries already.
rename("$d/a/b", "$d/a/moved");
told();
$watcher->close();
await($listener);
?>
--EXPECT--
new/file:R new:R
a/1:R a/b/2:R a/b/c/3:R a/b/c:R a/b:R a:R
a/b/c/4:R
a/b:R a/moved:R
