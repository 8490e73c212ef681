--TEST--
OB-5: a buffer left open when its coroutine ends is flushed
--DESCRIPTION--
Rules: OB-5, OD-3
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

await(spawn(function () { ob_start(); echo "left open\n"; ob_start(); echo "nested\n"; }));
try {
    await(spawn(function () { ob_start(); echo "left open by exception\n"; suspend(); throw new Exception('x'); }));
} catch (Exception) { }
echo "main, level ", ob_get_level(), "\n";
--EXPECT--
left open
nested
left open by exception
main, level 0
