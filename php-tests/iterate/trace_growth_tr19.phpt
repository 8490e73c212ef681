--TEST--
TR-19: without a limit every suspension lets another worker start
--DESCRIPTION--
Rules: IT-5, TR-19
Order: dependent
--FILE--
<?php
use function Async\{iterate, suspend};

$out = [];
iterate([1, 2, 3], function ($v) use (&$out) { suspend(); $out[] = $v * 10; });
echo implode(',', $out), "\n";
--EXPECT--
10,20,30
