--TEST--
SD-7: memory does not grow with the number of coroutines that came and went
--DESCRIPTION--
Rules: SD-7
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function round_trip() { for ($i = 0; $i < 500; $i++) { await(spawn(function () { suspend(); return str_repeat('x', 100); })); } }
round_trip();
$before = memory_get_usage();
round_trip(); round_trip(); round_trip();
var_dump(memory_get_usage() - $before < 64 * 1024);
--EXPECT--
bool(true)
