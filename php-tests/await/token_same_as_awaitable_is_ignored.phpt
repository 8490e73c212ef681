--TEST--
AW-9: step 3: a token that is the awaitable itself is ignored
--DESCRIPTION--
Rules: AW-9
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$c = spawn(function () { suspend(); return 'v'; });
echo await($c, $c), "\n";
echo await($c, $c), "\n";
$f = spawn(function () { suspend(); throw new Exception('own'); });
try { await($f, $f); } catch (Throwable $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }
--EXPECT--
v
v
Exception own
