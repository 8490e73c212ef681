--TEST--
CN-2: a coroutine cancelled before its start is finalised when its queue slot comes up
--DESCRIPTION--
Rules: CN-2, SD-30
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

spawn(function () { echo "first\n"; });
$c = spawn(function () { echo "never\n"; });
$c->finally(function () { echo "handler\n"; });
spawn(function () { echo "third\n"; });
$c->cancel();
echo "main\n";
suspend();
--EXPECT--
main
first
handler
third
