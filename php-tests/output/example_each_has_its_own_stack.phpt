--TEST--
OB-1: every coroutine has its own buffer stack; a new one starts with an empty stack
--DESCRIPTION--
Rules: OB-1, OB-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

ob_start(); echo "main1 ";
spawn(function () { echo "direct\n"; ob_start(); echo "co1 "; suspend(); echo "co2"; $t = ob_get_clean(); echo "[$t]\n"; });
suspend(); echo "main2"; $m = ob_get_clean(); echo "<$m>\n";
--EXPECT--
direct
<main1 main2>
[co1 co2]
