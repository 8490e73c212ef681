--TEST--
SD-24: an await of an already finished coroutine gives no other coroutine a slice
--DESCRIPTION--
Rules: SD-24, AW-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, await};

$done = spawn(fn() => 'v');
$failed = spawn(fn() => throw new Exception('e'));
try { await($failed); } catch (Exception $e) { }
await($done);
spawn(function () { echo "other\n"; });
for ($i = 0; $i < 3; $i++) {
    echo await($done), "\n";
    try { await($failed); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
}
echo "main end\n";
--EXPECT--
v
e
v
e
v
e
main end
other
