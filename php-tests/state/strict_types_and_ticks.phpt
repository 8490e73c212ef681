--TEST--
ES-4: declare(ticks) functions run in coroutines and may not disturb switching
--DESCRIPTION--
Rules: ES-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$ticks = 0;
register_tick_function(function () use (&$ticks) { $ticks++; });
await(spawn(function () { declare(ticks=1) { $a = 1; suspend(); $b = 2; suspend(); } }));
var_dump($ticks > 0);
--EXPECT--
bool(true)
