--TEST--
EH-4: a kept exception is delivered by every later await
--DESCRIPTION--
Rules: EH-4, AW-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

await(spawn(function () {
    $c = spawn(fn() => throw new Exception('late'));
    delay(10);
    try { await($c); } catch (Exception $a) { echo $a->getMessage(), "\n"; }
    try { await($c); } catch (Exception $b) { var_dump($a === $b); }
}));
echo "end\n";
--EXPECT--
late
bool(true)
end
