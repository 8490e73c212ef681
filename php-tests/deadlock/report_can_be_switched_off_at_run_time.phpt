--TEST--
MO-3: ini_set('async.debug_deadlock') at run time decides whether the report is printed
--DESCRIPTION--
Rules: MO-3, DD-4
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

foreach ([0, 1] as $on) {
    $r = child_php("<?php \$c = Async\\spawn(function () use (&\$c) { Async\\await(\$c); }); ini_set('async.debug_deadlock', '$on');", ['async.debug_deadlock' => 1 - $on]);
    var_dump(str_contains($r['out'], 'DEADLOCK REPORT START'), str_contains($r['out'], 'Uncaught Async\DeadlockError'));
}
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(true)
