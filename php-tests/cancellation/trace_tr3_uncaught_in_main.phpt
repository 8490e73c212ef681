--TEST--
SH-11: an uncaught cancellation ends main silently; the others run on; exit status 0 (TR-3)
--DESCRIPTION--
Rules: SH-11, EX-3, EX-1, CN-7, TR-3
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, await};
$c = spawn(function () { suspend(); });
suspend(); $c->cancel();
spawn(function () { echo "still runs\n"; });
try { await($c); } catch (\Exception $e) { echo "not an Exception\n"; }
echo "not reached\n";
PHP));
--EXPECT--
still runs
[status 0]
