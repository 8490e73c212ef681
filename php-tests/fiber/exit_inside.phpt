--TEST--
SH-14: exit inside a Fiber of a coroutine ends everything gracefully with its status
--DESCRIPTION--
Rules: SH-14, FI-2
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
spawn(function () { try { delay(10_000); } finally { echo "cancelled\n"; } });
spawn(function () { $f = new Fiber(function () { suspend(); echo "exit\n"; exit(3); }); $f->start(); echo "never\n"; });
delay(10_000);
echo "never\n";
PHP));
--EXPECT--
exit
cancelled
[status 3]
