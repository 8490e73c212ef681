--TEST--
CM-1: Xdebug, which writes a property into every exception, leaves a CompositeException what it is
--DESCRIPTION--
Rules: CM-1, io FW-6
Order: independent
--SKIPIF--
<?php
if (!file_exists(ini_get('extension_dir') . '/xdebug.so')) die('skip needs xdebug');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
use Async\{CompositeException, TaskGroup};
use function Async\await;

$group = new TaskGroup();
foreach (['a', 'b'] as $message) {
    $group->spawn(fn() => throw new Exception($message));
}
try {
    await($group->all());
} catch (CompositeException $e) {
    echo implode(', ', array_map(fn($e) => $e->getMessage(), $e->getExceptions())), "\n";
}
try {
    throw new CompositeException('own');
} catch (CompositeException $e) {
    echo $e->getMessage(), "\n";
}
try {
    $e->anything = 1;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
PHP;
foreach (['off', 'develop', 'debug'] as $mode) {
    echo "$mode:\n", child_php($code, ['zend_extension' => 'xdebug', 'xdebug.mode' => $mode])['out'];
}
?>
--EXPECT--
off:
a, b
own
Cannot create dynamic property Async\CompositeException::$anything
develop:
a, b
own
Cannot create dynamic property Async\CompositeException::$anything
debug:
a, b
own
Cannot create dynamic property Async\CompositeException::$anything
