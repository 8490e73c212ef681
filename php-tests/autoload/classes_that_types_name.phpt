--TEST--
ES-4, EG-9: classes that a class being linked names in its types are loaded by the coroutine that links it
--DESCRIPTION--
Rules: ES-4, io EG-9
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/at_once.php';

interface I {}
class P
{
    public function f(): I {}
    public function g(): I {}
    public function h(): I {}
}
// Returned types are narrower, which can only be seen when they are loaded.
spl_autoload_register(function (string $class) {
    pause();
    eval("class $class implements I {}");
    pause();
});
$round = 0;
at_once('linking', function ($i) use (&$round) {
    $n = $round++;
    eval("class A$n extends P {
        function f(): X$n { return new X$n; } function g(): Y$n { return new Y$n; } function h(): Z$n { return new Z$n; }
    }");
    $a = "A$n";
    return [(new $a)->f() instanceof I, (new $a)->h() instanceof I];
}, 3);
// Two need the same class.
at_once('linking with a common class', function ($i) use (&$round) {
    $n = $round++;
    $common = 'Common' . intdiv($n, 2);
    eval("class B$n extends P { function f(): $common { return new $common; } function g(): Q$n { return new Q$n; } }");
    $b = "B$n";
    return (new $b)->f() instanceof I;
}, 2, false);
--EXPECT--
linking: as alone
linking with a common class: as alone
