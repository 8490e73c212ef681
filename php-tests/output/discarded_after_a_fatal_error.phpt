--TEST--
OB-5: buffers of coroutines are discarded after a fatal error
--DESCRIPTION--
Rules: OB-5, SH-30
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend};
spawn(function () { ob_start(); echo "buffered in another coroutine\n"; suspend(); });
spawn(function () { echo "direct\n"; @trigger_error('fatal', E_USER_ERROR); });
suspend(); suspend();
PHP));
--EXPECT--
direct

Fatal error: fatal in child.php on line 4
[status 255]
