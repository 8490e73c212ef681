--TEST--
IN-4: a missing file: false with @, the stock warnings without, the stock error of require
--DESCRIPTION--
Rules: IN-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$c = spawn(function () { suspend(); $r = @include '/no/such/file.php'; suspend(); return $r; });
var_dump(await($c));
$c = spawn(function () { $r = include '/no/such/file.php'; return $r; });
var_dump(await($c));
$c = spawn(function () { try { @require '/no/such/file.php'; } catch (Error $e) { return get_class($e) . ': ' . $e->getMessage(); } });
echo await($c), "\n";
--EXPECTF--
bool(false)

Warning: include(/no/such/file.php): Failed to open stream: No such file or directory in %s on line %d

Warning: include(): Failed opening '/no/such/file.php' for inclusion (include_path='%s') in %s on line %d
bool(false)
Error: Failed opening required '/no/such/file.php' (include_path='%s')
