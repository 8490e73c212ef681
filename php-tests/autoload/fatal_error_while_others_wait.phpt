--TEST--
SH-30, ES-4: a fatal error in the autoloader ends the request; shutdown functions may load classes again
--DESCRIPTION--
Rules: SH-30, ES-4
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend};
spl_autoload_register(function ($class) {
    suspend();
    if ($GLOBALS['over'] ?? false) { eval("class $class {}"); } else @trigger_error('fatal', E_USER_ERROR);
});
register_shutdown_function(function () {
    $GLOBALS['over'] = true;
    spawn(fn() => print get_class(new X) . "\n");
    spawn(fn() => print get_class(new X) . "\n");
});
spawn(fn() => new X); spawn(fn() => new X); spawn(fn() => print "first slice\n");
PHP));
--EXPECT--
first slice

Fatal error: fatal in child.php on line 5
X
X
[status 255]
