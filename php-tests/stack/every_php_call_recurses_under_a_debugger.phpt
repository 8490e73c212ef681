--TEST--
FW-6: with an extension that makes every call of PHP code a recursion in C, coroutines call as deep as ever
--DESCRIPTION--
Rules: FW-6
Order: independent
--SKIPIF--
<?php
if (!file_exists(ini_get('extension_dir') . '/xdebug.so')) die('skip needs xdebug');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';
$code = <<<'PHP'
<?php
use function Async\{spawn, await, suspend};
function recurse($n)
{
    if ($n === 0) {
        suspend();
        return 0;
    }
    return 1 + recurse($n - 1);
}
$two = [spawn(fn() => recurse(5000)), spawn(fn() => recurse(5000))];
echo await($two[0]) + await($two[1]), "\n";
PHP;
foreach (['debug', 'develop', 'trace'] as $mode) {
    $ini = ['zend_extension' => 'xdebug', 'xdebug.mode' => $mode,
        'xdebug.max_nesting_level' => 100000, 'xdebug.output_dir' => temporary_directory(),
        'fiber.stack_size' => '200K'];
    print_child(child_php($code, $ini, seconds: 10));
}
?>
--EXPECT--
10000
[status 0]
10000
[status 0]
10000
[status 0]
