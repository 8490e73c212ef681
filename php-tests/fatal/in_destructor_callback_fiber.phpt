--TEST--
SH-30: fatal errors below internal functions, in finally handlers and in a Fiber of a coroutine
--DESCRIPTION--
Rules: SH-30, SH-31
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

foreach ([
    'Async\spawn(function () { usort($GLOBALS["l"], function () { Async\suspend(); str_repeat("x", 1 << 30); }); });',
    '$c = Async\spawn(fn() => 1); $c->finally(function () { str_repeat("x", 1 << 30); }); '
        . '$c->finally(function () { echo "must not run\n"; });',
    'Async\spawn(function () { $f = new Fiber(function () { Async\suspend(); str_repeat("x", 1 << 30); }); $f->start(); });',
    'Async\spawn(function () { $d = new class { function __destruct() { Async\suspend(); str_repeat("x", 1 << 30); } }; });',
    'Async\spawn(function () { foreach ((function () { yield 1; Async\suspend(); yield str_repeat("x", 1 << 30); })() as $v); });',
] as $body) {
    $r = child_php("<?php\n\$l = [2, 1, 3];\nregister_shutdown_function(fn() => print \"shutdown\\n\");\n"
        . "$body\nAsync\\delay(10_000);\necho 'not reached';");
    echo preg_replace('~\d{3,}~', 'N', trim($r['out'])), "\n[{$r['status']}]\n";
}
--EXPECTF--
Fatal error: Allowed memory size of N bytes exhausted%S (tried to allocate N bytes) in child.php on line 4
shutdown
[255]
Fatal error: Allowed memory size of N bytes exhausted%S (tried to allocate N bytes) in child.php on line 4
shutdown
[255]
Fatal error: Allowed memory size of N bytes exhausted%S (tried to allocate N bytes) in child.php on line 4
shutdown
[255]
Fatal error: Allowed memory size of N bytes exhausted%S (tried to allocate N bytes) in child.php on line 4
shutdown
[255]
Fatal error: Allowed memory size of N bytes exhausted%S (tried to allocate N bytes) in child.php on line 4
shutdown
[255]
