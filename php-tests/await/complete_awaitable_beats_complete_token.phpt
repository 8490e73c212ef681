--TEST--
AW-9: step 4 before step 5: an already complete awaitable wins over an already complete token
--DESCRIPTION--
Rules: AW-9, SD-24
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$done = spawn(fn() => 'value'); await($done);
$token = spawn(fn() => 1); await($token);
echo await($done, $token), "\n";
$failed = spawn(fn() => throw new Exception('own error'));
try { await($failed); } catch (Exception $e) { }
try { await($failed, $token); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
value
own error
