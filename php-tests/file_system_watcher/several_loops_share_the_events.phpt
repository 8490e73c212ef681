--TEST--
Several loops over one watcher: each event goes to one of them, to the one that waits longest first
--DESCRIPTION--
Rules: FS-8, CM-6
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\FileSystemWatcher;
use function Async\{await_all, delay, spawn};

$d = directory();
foreach (range(1, 6) as $n) touch("$d/$n");
$w = new FileSystemWatcher($d);
$loops = [];
foreach (['x', 'y', 'z'] as $name) {
    $loops[] = spawn(function () use ($w, $name) {
        foreach ($w as $key => $event) echo "$name $key $event->filename\n";
        echo "$name ends\n";
    });
}
delay(5);
foreach (range(1, 6) as $n) { chmod("$d/$n", 0600); delay(5); }
$w->close();
await_all($loops);
--EXPECT--
x 0 1
y 0 2
z 0 3
x 1 4
y 1 5
z 1 6
x ends
y ends
z ends
