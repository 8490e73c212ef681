--TEST--
ES-5: the memory limit counts all coroutines together
--DESCRIPTION--
Rules: ES-5, SH-30
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$r = child_php(<<<'PHP'
<?php
for ($i = 0; $i < 40; $i++) Async\spawn(function () { $s = str_repeat('x', 1 << 20); Async\delay(1000); });
Async\delay(2000);
echo "not reached\n";
PHP, ['memory_limit' => '16M']);
echo preg_match('~Allowed memory size~', $r['out']), ' ', $r['status'], "\n";
--EXPECT--
1 255
