--TEST--
EH-6: the handle of a failed coroutine lives until the end while other objects have destructors: nothing is reported
--DESCRIPTION--
Rules: EH-6, GC-23
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

class Suspending { public $failed; function __destruct() { echo "destructor\n"; suspend(); echo "destructor ends\n"; } }

$object = new Suspending;
$object->failed = spawn(fn() => throw new Exception("in a property"));
$handle = spawn(fn() => throw new Exception("in a global"));
$list = [spawn(fn() => throw new Exception("in an array"))];
suspend();
echo "end of script\n";
--EXPECT--
end of script
destructor
destructor ends
