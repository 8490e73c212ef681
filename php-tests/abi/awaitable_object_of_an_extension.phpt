--TEST--
AW-12, AA-7, ABI-87: an extension's object can be awaited; one that has closed and keeps no result gives a warning and null
--DESCRIPTION--
Rules: AW-12, AA-2, AA-7, ABI-81, ABI-85, ABI-87, ABI-86, ABI-208
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{spawn, suspend, await, await_all, await_any_or_fail, timeout};
use AsyncTest\Unreplayable;

$u = new Unreplayable;
spawn(function () use ($u) { suspend(); echo "completing\n"; $u->cancel(); });
[$r, $x] = await_all(['a' => $u, 'b' => $u, 'c' => spawn(fn() => 'c')]);
echo json_encode([$r, $x, $u->isCompleted()]), "\n";
var_dump(await($u));
echo json_encode(await_all([$u])), "\n";
$v = new Unreplayable;
spawn(fn() => $v->cancel());
var_dump(await($v));
$w = new Unreplayable;
for ($i = 0; $i < 3; $i++) echo await_any_or_fail([$w, spawn(fn() => 'other')]), "\n";
try { await($w, timeout(1)); } catch (Async\OperationCanceledException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
completing
[{"a":null,"b":null,"c":"c"},[],true]

Warning: Cannot await a closed event which cannot be replayed in Unknown on line 0
NULL

Warning: Cannot await a closed event which cannot be replayed in Unknown on line 0
[[null],[]]
NULL
other
other
other
Operation has been cancelled
