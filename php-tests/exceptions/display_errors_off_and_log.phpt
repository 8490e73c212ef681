--TEST--
SH-3: display_errors=0 hides the report, log_errors writes it to the log, the status stays 255
--DESCRIPTION--
Rules: SH-3, EH-7
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$log = tempnam(sys_get_temp_dir(), 'log');
$r = child_php('<?php Async\spawn(fn() => throw new Exception("logged")); echo "main\n";',
    ['display_errors' => 0, 'log_errors' => 1, 'error_log' => $log]);
print_child($r);
var_dump(substr_count(file_get_contents($log), 'Uncaught Exception: logged'));
unlink($log);
--EXPECT--
main
[status 255]
int(1)
