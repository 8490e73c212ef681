--TEST--
MO-5: loading the module opens no event loop: the descriptors of the process are those of stock PHP
--DESCRIPTION--
Rules: MO-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
$names = [];
foreach (scandir('/proc/self/fd') as $fd) {
    if ($fd > 2 && ($target = @readlink("/proc/self/fd/$fd")) !== false) {
        $names[] = preg_replace('~\d+~', 'N', str_replace(__FILE__, 'the script', $target));
    }
}
sort($names);
echo implode("\n", $names);
PHP;
var_dump(child_php($code) === child_php($code, with_extension: false));
--EXPECT--
bool(true)
