--TEST--
OB-4: a buffer of main left open is flushed at the end, its callback called
--DESCRIPTION--
Rules: OB-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

ob_start(fn($b) => "<$b>");
echo 'main';
await(spawn(function () { echo "coroutine direct\n"; }));
echo ' end';
--EXPECT--
coroutine direct
<main end>
