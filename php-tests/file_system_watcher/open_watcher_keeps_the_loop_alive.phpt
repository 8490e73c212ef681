--TEST--
An open watcher keeps the event loop alive: no deadlock, and events come behind the last line
--DESCRIPTION--
Rules: FS-7, SH-2
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/child.php';

run_children('require "' . dirname(__DIR__)
    . '/lib/directory.php"; use Async\FileSystemWatcher; use function Async\{await, delay, spawn}; $d = directory();', [
    'waited for' => 'exec("(sleep 0.2; touch $d/file) >/dev/null 2>&1 &"); $w = new FileSystemWatcher($d);
        foreach ($w as $e) { echo show($e), "\n"; break; } $w->close();',
    'behind the last line' => 'exec("(sleep 0.2; touch $d/file) >/dev/null 2>&1 &"); $w = new FileSystemWatcher($d);
        spawn(function () use (&$w) { foreach ($w as $e) { echo $e->filename, "\n"; $w->close(); break; } }); echo "last line\n";',
    'no deadlock' => '$w = new FileSystemWatcher($d); $f = new Async\FutureState();
        spawn(function () use ($w, $f) { foreach ($w as $e) break; $f->complete("released"); $w->close(); });
        exec("(sleep 0.2; touch $d/file) >/dev/null 2>&1 &"); echo await(new Async\Future($f)), "\n";',
]);
--EXPECTF--
-- waited for
file:%s
[status 0]
-- behind the last line
last line
file
[status 0]
-- no deadlock
released
[status 0]
