--TEST--
GC-23, SH-14: exit() in a destructor at the end is the last thing that is destructed, as in stock PHP; what coroutines use stays whole
--DESCRIPTION--
Rules: GC-23, SH-14
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
class Destructed
{
    function __construct(private Closure $f) {}
    function __destruct() { ($this->f)(); }
}
if (extension_loaded('true_async')) {
    Async\suspend();
    $sleep = fn() => Async\delay(1);
} else {
    $sleep = fn() => null;
}
$first = new Destructed(function () use ($sleep) {
    foreach ((function () use ($sleep) { yield 1; $sleep(); yield 2; })() as $n) {
        echo "$n\n";
    }
});
$exit = new Destructed(function () { echo "exit\n"; exit(5); });
$generator = (function () { try { yield; } finally { echo "never: generator\n"; } })();
$generator->current();
$fiber = new Fiber(function () { try { Fiber::suspend(); } finally { echo "never: fiber\n"; } });
$fiber->start();
$keep = [$first, $exit, $generator, $fiber, new Destructed(fn() => print "never\n")];
unset($first, $exit, $generator, $fiber);
echo "end\n";
PHP;
foreach ([true, false] as $with_extension) {
    print_child(child_php($code, [], $with_extension));
}
--EXPECT--
end
1
exit
2
[status 5]
end
1
2
exit
[status 5]
