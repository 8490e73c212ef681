--TEST--
ES-4: a class that another coroutine is loading is waited for: the autoloader runs once, no coroutine gets "not found"
--DESCRIPTION--
Rules: ES-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

spl_autoload_register(function ($class) {
    echo "loading $class\n"; delay(2);
    eval("class $class { public \$n = '$class'; const C = 1; static function f() { return 'f'; } }");
});
$cs = [
    spawn(fn() => (new X)->n),
    spawn(fn() => X::f()),
    spawn(fn() => X::C),
    spawn(fn() => class_exists('x')),
    spawn(fn() => is_callable(['X', 'f'])),
    spawn(fn() => get_class(unserialize('O:1:"X":1:{s:1:"n";s:1:"u";}'))),
    spawn(function () { eval('class Y extends X {}'); return (new Y)->n; }),
    spawn(fn() => (new ReflectionClass('X'))->getName()),
];
foreach ($cs as $c) echo json_encode(await($c)), "\n";
--EXPECT--
loading X
"X"
"f"
1
true
true
"X"
"X"
"X"
