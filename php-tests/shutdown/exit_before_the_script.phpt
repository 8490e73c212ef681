--TEST--
EX-3, SH-2: what leaves auto_prepend_file, or a script with an auto_append_file, ends the run as ever, silently if cancelled
--DESCRIPTION--
Rules: EX-3, SH-2, SH-11, SH-13
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$dir = temporary_directory();
file_put_contents("$dir/empty.php", '<?php echo "other file\n";');
$start = '<?php register_shutdown_function(fn() => print "shutdown\n");
    Async\spawn(function () { try { Async\delay(5); echo "slept\n"; } finally { echo "finally\n"; } });
    Async\suspend();';
foreach ([
    'exit in a coroutine' => 'Async\await(Async\spawn(function () { exit("exit\n"); })); echo "never\n";',
    'cancelled' => 'Async\spawn(Async\current_coroutine()->cancel(...)); Async\delay(1000); echo "never\n";',
    'exit' => 'exit(3);',
    'exception' => 'throw new Exception("thrown");',
    'exception with a handler' => 'set_exception_handler(fn($e) => print "handled\n"); throw new Exception("thrown");',
    'fatal error' => 'trigger_error("fatal", E_USER_ERROR);',
] as $title => $code) {
    file_put_contents("$dir/code.php", "$start $code");
    $files = ["prepended" => ["auto_prepend_file" => "$dir/code.php"], "appended to" => ["auto_append_file" => "$dir/empty.php"]];
    foreach ($files as $where => $ini) {
        $r = child_php($where === 'prepended' ? '<?php echo "other file\n";' : "$start $code", $ini + ['log_errors' => 0]);
        $lines = preg_grep('/^(slept|finally|shutdown|never|exit|handled|other file|(PHP )?(Fatal error).*)$/', explode("\n", $r['out']));
        echo "$title, $where ($r[status]): ", preg_replace('/ in [^,]*/', '', implode(', ', $lines)), "\n";
    }
}
--EXPECT--
exit in a coroutine, prepended (0): exit, finally, shutdown
exit in a coroutine, appended to (0): exit, finally, shutdown
cancelled, prepended (0): slept, finally, shutdown
cancelled, appended to (0): slept, finally, shutdown
exit, prepended (3): slept, finally, shutdown
exit, appended to (3): slept, finally, shutdown
exception, prepended (255): finally, Fatal error: Uncaught Exception: thrown, shutdown
exception, appended to (255): finally, Fatal error: Uncaught Exception: thrown, shutdown
exception with a handler, prepended (0): handled, other file, slept, finally, shutdown
exception with a handler, appended to (0): handled, other file, slept, finally, shutdown
fatal error, prepended (255): Fatal error: fatal, shutdown
fatal error, appended to (255): Fatal error: fatal, shutdown
