--TEST--
AW-11: awaiting a Timeout throws TimeoutException when it fires
--DESCRIPTION--
Rules: AW-11, DL-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await, timeout};
use Async\TimeoutException;

try { await(timeout(3)); } catch (TimeoutException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
await(spawn(function () { try { await(timeout(2)); } catch (Exception $e) { echo $e->getMessage(), "\n"; } }));
--EXPECT--
Async\TimeoutException: Timeout occurred after 3 milliseconds
Timeout occurred after 2 milliseconds
