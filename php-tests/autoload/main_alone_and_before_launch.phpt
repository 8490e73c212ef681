--TEST--
ES-4, MO-5: without coroutines classes load as in stock PHP
--DESCRIPTION--
Rules: ES-4, MO-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
spl_autoload_register(function ($class) {
    LAUNCH;
    echo "loading $class, again: ", json_encode(class_exists($class)), "\n";
    if ($class === 'Bad') throw new Exception('bad');
    if ($class !== 'Missing') eval("class $class {}");
});
new A; new A; B::class; var_dump(class_exists('Missing'), class_exists('missing', false));
try { new Bad; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
try { Missing::x(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
PHP;
$without = child_php(str_replace('LAUNCH', '', $code), [], false);
print_child($without);
var_dump($without === child_php(str_replace('LAUNCH', '', $code)), $without === child_php(str_replace('LAUNCH', 'Async\suspend()', $code)));
--EXPECT--
loading A, again: false
loading Missing, again: false
bool(false)
bool(false)
loading Bad, again: false
bad
loading Missing, again: false
Class "Missing" not found
[status 0]
bool(true)
bool(true)
