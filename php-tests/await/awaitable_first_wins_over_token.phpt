--TEST--
AW-9: when the awaitable completes first the token no longer matters
--DESCRIPTION--
Rules: AW-9, DL-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, timeout};

require __DIR__ . '/../lib/scaled_ms.php';

$t = timeout(scaled_ms(100));
echo await(spawn(function () { delay(1); return 'value'; }), $t), "\n";
delay(scaled_ms(120));
var_dump($t->isCompleted());
$token = spawn(function () { delay(scaled_ms(10)); throw new Exception('token fails later'); });
echo await(spawn(fn() => 'second'), $token), "\n";
try { await($token); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
value
bool(false)
second
token fails later
