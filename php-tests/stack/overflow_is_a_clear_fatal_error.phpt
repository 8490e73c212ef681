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
// Since 8.4.27 PHP itself looks at the limit in a comparison, and throws an Error, unless the stack is smaller than what PHP
// keeps free.
$recursion = '<?php for ($i = 0, $v = $w = 1; $i < 200_000; $i++) { $v = [$v]; $w = [$w]; } $v == $w;';
$stock = child_php($recursion, with_extension: false, seconds: 10);
$sizes = ['' => 8 << 20, '256K' => 256 << 10, '1M' => 1 << 20];
if (str_contains($stock['out'], 'Maximum call stack size')) {
    $sizes = ['256K' => 256 << 10, '262144' => 256 << 10, '0x40000' => 256 << 10];
}
foreach ($sizes as $size => $bytes) {
    $settings = ['fiber.stack_size' => (string) $size, 'error_log' => $size === array_key_last($sizes) ? $log : ''];
    $result = child_php($code, array_filter($settings), seconds: 10);
    echo str_replace(" $bytes bytes", ' as many bytes as set', trim($result['out'])), "\n[status {$result['status']}]\n";
}
echo str_replace(" $bytes bytes", ' as many bytes as set', file_get_contents($log));
unlink($log);
?>
--EXPECTF--
before
PHP Fatal error:  Stack overflow in coroutine %d, spawned at %s:11: its C stack of as many bytes as set is used up by functions in C that recurse. fiber.stack_size sets the size
[status 255]
before
PHP Fatal error:  Stack overflow in coroutine %d, spawned at %s:11: its C stack of as many bytes as set is used up by functions in C that recurse. fiber.stack_size sets the size
[status 255]
before
PHP Fatal error:  Stack overflow in coroutine %d, spawned at %s:11: its C stack of as many bytes as set is used up by functions in C that recurse. fiber.stack_size sets the size
[status 255]
PHP Fatal error:  Stack overflow in coroutine %d, spawned at %s:11: its C stack of as many bytes as set is used up by functions in C that recurse. fiber.stack_size sets the size
