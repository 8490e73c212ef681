--TEST--
SP-1: the object of a method task lives until the task has run
--DESCRIPTION--
Rules: SP-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class Owner { function __destruct() { echo "destroyed\n"; } function work() { echo "start\n"; suspend(); echo "stop\n"; } }
$o = new Owner;
$c = spawn([$o, 'work']);
unset($o);
await($c);
unset($c);
echo "end\n";
--EXPECT--
start
stop
destroyed
end
