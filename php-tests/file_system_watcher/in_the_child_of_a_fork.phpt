--TEST--
The child of a fork goes on watching, and neither takes anything from its parent
--DESCRIPTION--
Rules: FS-24, FS-7, FK-3
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/child.php';

run_children('require "' . dirname(__DIR__) . '/lib/directory.php";
use Async\FileSystemWatcher;
use function Async\delay;
$d = directory();
mkdir("$d/sub");
/** Runs something in a child, and prints what it printed. */
function child(callable $run): void
{
    if (($pid = pcntl_fork()) === 0) {
        ob_start();
        $run();
        echo "child: " . ob_get_clean();
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    if ($status) echo "status $status\n";
}', [
    'both hear what comes' => '$w = new FileSystemWatcher($d, recursive: true);
        delay(1);
        child(function () use ($w, $d) {
            touch("$d/sub/x"); mkdir("$d/new"); report($w, $d);
            touch("$d/new/y"); report($w, $d);
            $w->close();
        });
        // It goes on while it waits for its child, and may have heard of "new" before something came there.
        echo "parent: "; report($w, $d);
        touch("$d/new/z"); report($w, $d);
        $w->close();',
    'a child that closes' => '$w = new FileSystemWatcher($d);
        $sub = new FileSystemWatcher("$d/sub", recursive: true);
        child(function () use ($w, $sub) { $w->close(); $sub->close(); foreach ($w as $event) echo "never"; echo "closed\n"; });
        touch("$d/x"); report($w, $d);
        touch("$d/sub/x"); report($sub, "$d/sub");
        $w->close();
        $sub->close();',
    'a child that ends' => '$w = new FileSystemWatcher($d);
        child(function () { echo "ends\n"; });
        touch("$d/x"); report($w, $d);
        $w->close();',
    'a child with a watcher of its own' => '$w = new FileSystemWatcher($d);
        delay(1);
        child(function () use ($d, $w) {
            $own = new FileSystemWatcher("$d/sub");
            $w->close();
            touch("$d/sub/1"); report($own, "$d/sub");
            $own->close();
        });
        $own = new FileSystemWatcher("$d/sub");
        touch("$d/sub/2"); report($own, "$d/sub");
        report($w, $d);
        $own->close();
        $w->close();',
    'what the parent has not told is not the child\'s' => '$w = new FileSystemWatcher($d);
        touch("$d/before");
        child(function () use ($d, $w) { touch("$d/after"); report($w, $d); $w->close(); });
        report($w, $d);
        $w->close();',
    'what was collected is in both' => '$w = new FileSystemWatcher($d);
        touch("$d/before");
        delay(1);
        child(function () use ($d, $w) { report($w, $d); $w->close(); });
        report($w, $d);
        $w->close();',
    'a path that has gone, and comes back' => '$w = new FileSystemWatcher("$d/sub");
        $wait = function () use ($w, $d) {
            foreach ($w as $event) if ($event->filename) break; else touch("$d/sub/x");
            $w->close();
            echo "$event->filename\n";
        };
        rmdir("$d/sub");
        delay(1);
        child(function () use ($wait, $d) { mkdir("$d/sub"); $wait(); });
        $wait();',
    'a child of a child' => '$w = new FileSystemWatcher($d);
        child(function () use ($w, $d) {
            child(function () use ($w, $d) { touch("$d/inner"); report($w, $d); $w->close(); });
            touch("$d/middle"); report($w, $d);
            $w->close();
        });
        report($w, $d);
        $w->close();',
]);
--EXPECTF--
-- both hear what comes
child: sub/x:RC new:R
new/y:RC
parent: sub/x:RC new:R%S
new/z:RC
[status 0]
-- a child that closes
child: closed
x:RC
x:RC
[status 0]
-- a child that ends
child: ends
x:RC
[status 0]
-- a child with a watcher of its own
child: 1:RC
2:RC
-
[status 0]
-- what the parent has not told is not the child's
child: after:RC
before:RC after:RC
[status 0]
-- what was collected is in both
child: before:RC
before:RC
[status 0]
-- a path that has gone, and comes back
child: x
x
[status 0]
-- a child of a child
child: inner:RC
child: inner:RC middle:RC
inner:RC middle:RC
[status 0]
