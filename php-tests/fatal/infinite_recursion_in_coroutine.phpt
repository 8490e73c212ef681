--TEST--
SH-30: unbounded recursion of PHP functions in a coroutine is the ordinary memory-limit fatal error
--DESCRIPTION--
Rules: SH-30, SH-38
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
function recurse($n) { return recurse($n + 1) + 1; }
function recurse_suspending($n) { if ($n % 50 === 0) Async\suspend(); return recurse_suspending($n + 1) + 1; }
Async\spawn($argv[1], 1);
Async\spawn(function () { while (true) Async\suspend(); });
Async\delay(10_000);
echo "not reached\n";
PHP;
$file = tempnam(sys_get_temp_dir(), 'rec');
file_put_contents($file, $code);
foreach (['recurse', 'recurse_suspending'] as $f) {
    $r = child_php($file, ['memory_limit' => '16M'], args: [$f]);
    echo preg_match('~^\s*(PHP )?Fatal error: +(Allowed memory size of \d+ bytes exhausted|Maximum call stack size)~', $r['out']),
        ' ', substr_count($r['out'], 'Fatal error'), ' ', $r['status'], "\n";
}
unlink($file);
--EXPECT--
1 1 255
1 1 255
