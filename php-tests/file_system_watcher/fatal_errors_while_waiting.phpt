--TEST--
A fatal error while coroutines wait for events ends the request as any, and closes the watchers for shutdown functions
--DESCRIPTION--
Rules: FS-11, SH-31, SH-32, SH-33
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('require "' . dirname(__DIR__) . '/lib/directory.php";' . <<<'PHP'
use Async\FileSystemWatcher;
use function Async\{await, await_any_or_fail, delay, spawn, suspend, timeout};
ini_set('display_errors', 0);
function fatal(): void { str_repeat('x', 1 << 30); }
$d = directory();
$w = new FileSystemWatcher($d, recursive: true);
$burst = new FileSystemWatcher($busy = directory(), debounceMs: 60_000);
for ($i = 0; $i < 3; $i++) {
    spawn(function () use ($w) { try { foreach ($w as $event) echo "never\n"; } finally { echo "never\n"; } });
    spawn(function () use ($w) { await_any_or_fail([$w], timeout(60_000)); echo "never\n"; });
    spawn(function () use ($burst) { foreach ($burst as $event) echo "never\n"; });
}
delay(1);
register_shutdown_function(function () { echo "shutdown function\n"; });
PHP, [
    'in main' => 'fatal();',
    'in a coroutine' => 'spawn(fatal(...)); delay(60_000);',
    'in a loop, with a burst that has not ended' => 'spawn(function () use ($busy) {
        foreach (new FileSystemWatcher($busy) as $event) fatal();
    }); delay(1); touch("$busy/file"); delay(60_000);',
    'changes that nobody has looked at' => 'spawn(function () use ($d) { touch("$d/file"); fatal(); }); delay(60_000);',
    // The directory is removed by a shutdown function, too, which was the first to be registered.
    'used again' => 'register_shutdown_function(function () use ($w, $burst, $d) {
        mkdir($d);
        var_dump($w->isClosed(), $burst->isClosed());
        foreach ([$w, $burst] as $old) foreach ($old as $event) echo "never\n";
        $w->close();
        $new = new FileSystemWatcher($d);
        $loop = spawn(function () use ($new) { foreach ($new as $event) { echo $event->filename, "\n"; $new->close(); } });
        delay(1);
        touch("$d/heard");
        await($loop);
        remove($d);
    }); spawn(fatal(...)); delay(60_000);',
    'with events that were collected' => '$own = new FileSystemWatcher($other = directory()); touch("$other/own"); delay(1);
        register_shutdown_function(function () use ($own) { foreach ($own as $event) echo $event->filename, "\n"; }); fatal();',
]);
--EXPECT--
-- in main
shutdown function
[status 255]
-- in a coroutine
shutdown function
[status 255]
-- in a loop, with a burst that has not ended
shutdown function
[status 255]
-- changes that nobody has looked at
shutdown function
[status 255]
-- used again
shutdown function
bool(true)
bool(true)
heard
[status 255]
-- with events that were collected
shutdown function
own
[status 255]
