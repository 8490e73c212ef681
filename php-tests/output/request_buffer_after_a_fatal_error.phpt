--TEST--
OB-5, OB-9: after a fatal error in a coroutine its own buffers are discarded; the report and what the request's buffer holds are not
--DESCRIPTION--
Rules: OB-5, OB-9, SH-30
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
use function Async\{spawn, suspend};
echo "main\n";
if (ini_get('memory_limit') === '64M') ob_start();
echo "main again\n";
spawn(function () { ob_start(); echo "of another coroutine\n"; while (true) suspend(); });
spawn(function () {
    echo "coroutine\n";
    ob_start(strtoupper(...));
    ob_start();
    echo "discarded\n";
    suspend();
    @trigger_error('fatal', E_USER_ERROR);
});
register_shutdown_function(function () { echo "shutdown ", ob_get_level(), "\n"; });
while (true) suspend();
PHP;
foreach ([0, 4096] as $size) {
    foreach (['128M', '64M'] as $limit) {
        echo "-- output_buffering $size", $limit === '64M' ? ", main has a buffer\n" : "\n";
        print_child(child_php($code, ['output_buffering' => $size, 'memory_limit' => $limit]));
    }
}
--EXPECT--
-- output_buffering 0
main
main again
coroutine

Fatal error: fatal in child.php on line 13
shutdown 0
[status 255]
-- output_buffering 0, main has a buffer
main
coroutine

Fatal error: fatal in child.php on line 13
main again
shutdown 1
[status 255]
-- output_buffering 4096
main
main again
coroutine

Fatal error: fatal in child.php on line 13
shutdown 1
[status 255]
-- output_buffering 4096, main has a buffer
main
coroutine

Fatal error: fatal in child.php on line 13
main again
shutdown 2
[status 255]
