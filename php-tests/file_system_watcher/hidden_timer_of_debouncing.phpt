--TEST--
The timer of a burst is hidden: the watcher keeps the loop alive, the burst does not
--DESCRIPTION--
Rules: FS-14, CM-17
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/child.php';

run_children('require "' . dirname(__DIR__)
    . '/lib/directory.php"; use Async\FileSystemWatcher; use function Async\{await, delay, spawn}; $d = directory();
$seen = new FileSystemWatcher($d); $w = new FileSystemWatcher($d, debounceMs: 60_000); touch("$d/file");
foreach ($seen as $e) break; $seen->close();', [
    'the script ends' => '$w->close(); delay(1); echo "end\n";',
    'a deadlock is one' => '$w->close(); ini_set("async.debug_deadlock", 0); ini_set("display_errors", 0);
        $f = new Async\Future(new Async\FutureState());
        try { await($f); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }',
]);
--EXPECT--
-- the script ends
end
[status 0]
-- a deadlock is one
Deadlock detected
[status 255]
