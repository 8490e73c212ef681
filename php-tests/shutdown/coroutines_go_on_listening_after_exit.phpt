--TEST--
exit in main leaves coroutines their watchers and signals; the script ends when the coroutines have ended
--DESCRIPTION--
Rules: SH-13, SH-8, FS-7, SG-8
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/directory.php';

$d = directory();
run_children("use Async\{FileSystemWatcher, Signal}; use function Async\{await, delay, signal, spawn}; \$d = '$d'; \$pid = getmypid();", [
    'watcher' => '$w = new FileSystemWatcher($d); exec("(sleep 0.2; touch $d/file) >/dev/null 2>&1 &");
        spawn(function () use ($w) { foreach ($w as $event) { echo $event->filename, "\n"; break; } }); exit(3);',
    'signal' => '$f = signal(Signal::SIGUSR1); $other = signal(Signal::SIGUSR2)->ignore();
        exec("(sleep 0.2; kill -USR1 $pid) >/dev/null 2>&1 &");
        spawn(function () use ($f) { echo await($f)->name, "\n"; }); exit(4);',
    'a cancellation is no exception' => '$f = signal(Signal::SIGUSR1)->map(fn($s) => print "$s->name\n")->ignore();
        exec("(sleep 0.2; kill -USR1 $pid) >/dev/null 2>&1 &"); throw new Async\AsyncCancellation();',
]);
--EXPECT--
-- watcher
file
[status 3]
-- signal
SIGUSR1
[status 4]
-- a cancellation is no exception
SIGUSR1
[status 0]
