--TEST--
OB-2: nested levels of a coroutine survive a suspension (TR-21)
--DESCRIPTION--
Rules: OB-2, TR-21
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

spawn(function () {
    ob_start(); echo "L1 "; ob_start(); echo "L2 "; suspend(); echo "more";
    $in = ob_get_clean(); echo "in={$in}"; $outer = ob_get_clean(); echo "out={$outer}\n";
});
echo "main\n";
--EXPECT--
main
out=L1 in=L2 more
