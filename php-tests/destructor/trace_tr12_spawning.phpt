--TEST--
GC-20: a destructor that spawns without waiting goes on at once (TR-12)
--DESCRIPTION--
Rules: GC-20, TR-12
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

class S { function __destruct() { spawn(function () { echo "late1\n"; suspend(); echo "late2\n"; }); echo "destroyed\n"; } }
$o = new S; unset($o); echo "next\n"; spawn(function () { echo "tail\n"; });
--EXPECT--
destroyed
next
late1
tail
late2
