--TEST--
GC-23, FI-14: at the end, generators and Fibers that suspended destructors are executing are left to them
--DESCRIPTION--
Rules: GC-23, GC-20, FI-5, FI-14
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
use function Async\suspend;

class D { function __construct(private $f) {} function __destruct() { ($this->f)(); } }
LAUNCH;
$log = [];
$use = function (string $name) use (&$log) {
    return new D(function () use ($name, &$log) {
        $generator = function () use ($name, &$log) {
            try { yield 1; suspend(); yield 2; } finally { new D(fn() => suspend()); suspend(); $log[] = "$name: finally"; }
        };
        foreach ($generator() as $v) {}
        foreach ((function () use ($generator) { yield from $generator(); })() as $v) { break; }
        $fiber = new Fiber(function () use ($name, &$log) {
            try { new D(fn() => suspend()); Fiber::suspend(); suspend(); } finally { $log[] = "$name: Fiber"; }
        });
        $fiber->start();
        suspend();
        $fiber->resume();
        $log[] = "$name: end";
        if (count($log) === 12) { sort($log); echo implode("\n", $log), "\n"; }
    });
};
$list = [$use('a'), $use('b')];
$single = $use('c');
PHP;
foreach (['launched by a destructor' => '', 'launched before' => 'suspend()'] as $when => $launch) {
    echo "$when\n";
    print_child(child_php(str_replace('LAUNCH', $launch, $code)));
}
--EXPECT--
launched by a destructor
a: Fiber
a: end
a: finally
a: finally
b: Fiber
b: end
b: finally
b: finally
c: Fiber
c: end
c: finally
c: finally
[status 0]
launched before
a: Fiber
a: end
a: finally
a: finally
b: Fiber
b: end
b: finally
b: finally
c: Fiber
c: end
c: finally
c: finally
[status 0]
