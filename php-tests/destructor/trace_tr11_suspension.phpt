--TEST--
GC-20: a destructor that suspends suspends the coroutine that triggered it (TR-11)
--DESCRIPTION--
Rules: GC-20, TR-11
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

class D { function __construct(public string $n) {} function __destruct() { echo "$this->n+\n"; suspend(); echo "$this->n-\n"; } }
spawn(function () { echo "other\n"; });
$d = new D('d'); unset($d); echo "after\n";
--EXPECT--
d+
other
d-
after
