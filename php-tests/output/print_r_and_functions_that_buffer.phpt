--TEST--
OB-2: functions that capture output internally are not mixed up by suspensions in their callbacks
--DESCRIPTION--
Rules: OB-2, OB-7
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class S { public $v = 1; function __debugInfo() { suspend(); return ['info' => 1]; } }
$a = spawn(fn() => print_r(new S, true));
$b = spawn(function () { for ($i = 0; $i < 3; $i++) { suspend(); } return var_export([1], true); });
var_dump(str_contains(await($a), '[info] => 1'), str_contains(await($b), '1,'));
await(spawn(function () {
    ob_start();
    try { echo "in "; suspend(); throw new Exception('x'); } catch (Exception) { echo "after"; }
    $t = ob_get_clean(); echo "$t\n";
}));
--EXPECT--
bool(true)
bool(true)
in after
