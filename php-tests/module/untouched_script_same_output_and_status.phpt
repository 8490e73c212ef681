--TEST--
MO-5: a script that never touches Async\ gives the output and exit status of stock PHP
--DESCRIPTION--
Rules: MO-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$scripts = [
    'normal' => 'register_shutdown_function(fn() => print "shutdown\n"); '
        . '$o = new class { function __destruct() { echo "destroyed\n"; } }; echo "body\n";',
    'exit' => 'register_shutdown_function(fn() => print "shutdown\n"); try { exit(7); } finally { echo "finally\n"; }',
    'exception' => 'register_shutdown_function(fn() => print "shutdown\n"); '
        . 'function f($a) { throw new LogicException("x", 3, new Exception("before")); } f([1]);',
    'handler' => 'set_exception_handler(function ($e) { echo get_class($e), " handled\n"; }); '
        . 'register_shutdown_function(fn() => print "shutdown\n"); throw new Exception("x");',
    'fatal' => 'register_shutdown_function(fn() => print "shutdown\n"); ini_set("memory_limit", "8M"); '
        . '$o = new class { function __destruct() { echo "never\n"; } }; $s = str_repeat("x", 1 << 28);',
    'fiber' => '$f = new Fiber(function () { try { echo "in\n"; $v = Fiber::suspend(1); echo "never\n"; } finally { echo "closed\n"; } }); '
        . 'echo $f->start(), "\n"; $GLOBALS["keep"] = $f;',
    'gc' => 'class N { public $s; function __destruct() { echo "d"; } } '
        . 'for ($i = 0; $i < 3; $i++) { $n = new N; $n->s = $n; } unset($n); var_dump(gc_collect_cycles());',
    'buffer' => 'ob_start(fn($b) => strtoupper($b)); echo "kept open\n";',
    'sleep' => 'var_dump(usleep(100), time_nanosleep(0, 100), sleep(0)); '
        . 'try { sleep(-1); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }',
    'generator' => 'function g() { try { yield 1; yield 2; } finally { echo "closed\n"; } } foreach (g() as $v) { echo $v, "\n"; break; }',
    'throwable' => 'try { eval("class Mine implements Throwable {}"); } catch (Error $e) { echo $e->getMessage(); }',
];
foreach ($scripts as $name => $body) {
    $with = child_php("<?php\n$body\n");
    $without = child_php("<?php\n$body\n", with_extension: false);
    echo $name, ': ', $with === $without ? 'same'
        : "with:\n{$with['out']}[{$with['status']}]\nwithout:\n{$without['out']}[{$without['status']}]", "\n";
}
--EXPECT--
normal: same
exit: same
exception: same
handler: same
fatal: same
fiber: same
gc: same
buffer: same
sleep: same
generator: same
throwable: same
