--TEST--
EH-8: an error handler that throws, or suspends, works in a coroutine
--DESCRIPTION--
Rules: EH-8, SU-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

set_error_handler(function ($no, $message) { suspend(); throw new ErrorException($message); });
try { await(spawn(function () { echo $a; })); } catch (ErrorException $e) { echo 'awaiter ', $e->getMessage(), "\n"; }
echo await(spawn(function () { try { echo $b; } catch (ErrorException $e) { return 'inside ' . $e->getMessage(); } })), "\n";
--EXPECT--
awaiter Undefined variable $a
inside Undefined variable $b
