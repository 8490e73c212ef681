--TEST--
close() stops watching and wakes what waits, once; the end of the object closes it
--DESCRIPTION--
Rules: FS-7, FS-9, FS-11
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/child.php';

$head = 'require "' . dirname(__DIR__) . '/lib/directory.php"; use Async\FileSystemWatcher; '
    . 'use function Async\{await, delay, spawn, suspend, await_all}; $d = directory();';
run_children($head, [
    'closed' => '$w = new FileSystemWatcher($d); var_dump($w->isClosed()); $w->close(); '
        . '$w->close(); var_dump($w->isClosed()); delay(1); echo "end\n";',
    'parked loops end' =>
        '$w = new FileSystemWatcher($d); $loop = fn() => spawn(function () use ($w) { foreach ($w as $e) echo "never\n"; echo "over\n"; });
        $all = [$loop(), $loop(), $loop()]; delay(1); $w->close(); await_all($all); echo "end\n";',
    'out of reach' => '$w = new FileSystemWatcher($d, recursive: true); delay(1); unset($w); delay(1); echo "end\n";',
    'replaced' => '$w = new FileSystemWatcher($d); delay(1); $w = new FileSystemWatcher($d); '
        . 'touch("$d/x"); foreach ($w as $e) break; echo show($e), "\n"; $w = null;',
    'in a cycle' => '$o = new stdClass(); $o->w = new FileSystemWatcher($d); '
        . '$o->o = $o; delay(1); unset($o); gc_collect_cycles(); echo "end\n";',
    'without the scheduler' => '$w = new FileSystemWatcher($d); touch("$d/x"); $w->close(); var_dump($w->isClosed()); echo "end\n";',
    'open at the end, without the scheduler' => '$w = new FileSystemWatcher($d); touch("$d/x"); echo "end\n";',
    'closed by another after the last line' =>
        '$w = new FileSystemWatcher($d); spawn(function () use ($w) { delay(20); echo "closes\n"; $w->close(); });
        spawn(function () use ($w) { foreach ($w as $e) echo "never\n"; echo "over\n"; }); echo "end\n";',
]);
echo "-- temporary in a loop\n";
print_child(child_php("<?php $head foreach (new FileSystemWatcher(\$d) as \$e) echo 'never';\n", seconds: 2));
// One that is still open would keep the script alive (FS-7).
foreach ($GLOBALS as $global) if ($global instanceof Async\FileSystemWatcher) $global->close();
--EXPECT--
-- closed
bool(false)
bool(true)
end
[status 0]
-- parked loops end
over
over
over
end
[status 0]
-- out of reach
end
[status 0]
-- replaced
x:RC
[status 0]
-- in a cycle
end
[status 0]
-- without the scheduler
bool(true)
end
[status 0]
-- open at the end, without the scheduler
end
[status 0]
-- closed by another after the last line
end
closes
over
[status 0]
-- temporary in a loop

[killed after 2 seconds]
[status 137]
