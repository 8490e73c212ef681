--TEST--
OB-2: output callbacks belong to the coroutine that installed them
--DESCRIPTION--
Rules: OB-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$task = function ($id) {
    ob_start(fn($b) => "[$id:" . strtoupper($b) . ']');
    echo "one $id "; suspend(); echo "two $id"; delay(1); ob_end_flush();
};
foreach (['a', 'b'] as $id) await(spawn($task, $id));
$c = [spawn($task, 'c')];
ob_start(fn($b) => "(main:$b)"); echo 'text'; foreach ($c as $x) await($x); ob_end_flush();
echo "\n";
--EXPECT--
[a:ONE A TWO A][b:ONE B TWO B][c:ONE C TWO C](main:text)
