--TEST--
MO-3: ini_set('async.debug_deadlock') at run time decides whether the report is printed, in any spelling of a switch
--DESCRIPTION--
Rules: MO-3, DD-4
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

foreach (['0' => 1, '1' => 0, 'off' => 1, 'on' => 0, 'false' => 1, 'True' => 0, 'no' => 1, 'YES' => 0, '' => 1] as $set => $before) {
    $r = child_php("<?php \$c = Async\\spawn(function () use (&\$c) { Async\\await(\$c); }); ini_set('async.debug_deadlock', '$set');",
        ['async.debug_deadlock' => $before]);
    printf("%-5s %-6s %s\n", $set, str_contains($r['out'], 'DEADLOCK REPORT START') ? 'report' : '',
        str_contains($r['out'], 'Uncaught Async\DeadlockError') ? 'error' : $r['out']);
}
--EXPECT--
0            error
1     report error
off          error
on    report error
false        error
True  report error
no           error
YES   report error
             error
