--TEST--
D2: C code that runs over a coroutine's stack ends the process with 255 and an error that names the coroutine, its origin and the setting
--DESCRIPTION--
Rules: FW-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
$code = <<<'PHP'
<?php
use function Async\{await, spawn, suspend};
register_shutdown_function(function () { echo "never\n"; });
class D { function __destruct() { echo "never\n"; } }
$d = new D;
echo "before\n";
ob_start();
echo "not flushed\n";
$idle = spawn(fn() => suspend());
// No handler stands between the levels of a comparison of arrays.
$deep = spawn(function () {
    for ($i = 0, $v = $w = 1; $i < 200_000; $i++) {
        $v = [$v];
        $w = [$w];
    }
    return $v == $w;
});
await($deep);
PHP;
$log = tempnam(sys_get_temp_dir(), 'log');
foreach (['' => '', '256K' => '', '1M' => $log] as $size => $file) {
    $result = child_php($code, array_filter(['fiber.stack_size' => $size, 'error_log' => $file]), seconds: 10);
    echo trim($result['out']), "\n[status {$result['status']}]\n";
}
echo file_get_contents($log);
unlink($log);
?>
--EXPECTF--
before
PHP Fatal error:  Stack overflow in coroutine %d, spawned at %s:11: its C stack of 8388608 bytes is used up by functions in C that recurse. fiber.stack_size sets the size
[status 255]
before
PHP Fatal error:  Stack overflow in coroutine %d, spawned at %s:11: its C stack of 262144 bytes is used up by functions in C that recurse. fiber.stack_size sets the size
[status 255]
before
PHP Fatal error:  Stack overflow in coroutine %d, spawned at %s:11: its C stack of 1048576 bytes is used up by functions in C that recurse. fiber.stack_size sets the size
[status 255]
PHP Fatal error:  Stack overflow in coroutine %d, spawned at %s:11: its C stack of 1048576 bytes is used up by functions in C that recurse. fiber.stack_size sets the size
