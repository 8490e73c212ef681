--TEST--
SH-14: exit below internal functions, generators and destructors of a coroutine ends the process with its status
--DESCRIPTION--
Rules: SH-14
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

foreach ([
    'array_map(function ($x) { usort($x, function () { Async\suspend(); exit(11); }); }, [[1, 2]]);',
    'foreach ((function () { yield 1; Async\suspend(); exit(12); })() as $v);',
    '$d = new class { function __destruct() { Async\suspend(); exit(13); } }; unset($d);',
    '$f = new Fiber(function () { exit(14); }); $f->start();',
    'ob_start(); echo "buffered\n"; exit(15);',
] as $body) {
    print_child(child_php("<?php Async\\await(Async\\spawn(function () { $body }));\necho 'not reached';"));
}
--EXPECT--

[status 11]

[status 12]

[status 13]

[status 14]
buffered
[status 15]
