--TEST--
SU-4: active try/catch/finally blocks survive suspensions
--DESCRIPTION--
Rules: SU-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function f() {
    try {
        try { suspend(); throw new RuntimeException('inner'); }
        finally { suspend(); echo "finally 1\n"; suspend(); }
    } catch (RuntimeException $e) { suspend(); echo 'caught ', $e->getMessage(), "\n"; throw new LogicException('second', 0, $e); }
    finally { suspend(); echo "finally 2\n"; }
}
$a = spawn('f');
$other = spawn(function () { for ($i = 0; $i < 10; $i++) { try { suspend(); throw new Exception("other"); } catch (Exception) { } } });
try { await($a); } catch (LogicException $e) { echo $e->getMessage(), ' <- ', $e->getPrevious()->getMessage(), "\n"; }
function g() { try { suspend(); return 'returned'; } finally { suspend(); echo "finally on return\n"; } }
echo await(spawn('g')), "\n";
function h() {
    foreach ([1, 2, 3] as $i) { try { suspend(); if ($i == 2) continue; echo "body $i\n"; } finally { suspend(); echo "finally $i\n"; } }
}
await(spawn('h'));
--EXPECT--
finally 1
caught inner
finally 2
second <- inner
finally on return
returned
body 1
finally 1
finally 2
body 3
finally 3
