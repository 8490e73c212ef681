--TEST--
DL-4: timeout() of zero or less is a ValueError
--DESCRIPTION--
Rules: DL-4
Order: independent
--FILE--
<?php
use function Async\timeout;
use Async\Timeout;

foreach ([0, -1, PHP_INT_MIN] as $ms) { try { timeout($ms); echo "accepted\n"; } catch (ValueError $e) { echo $e->getMessage(), "\n"; } }
try { timeout('x'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
var_dump(timeout(PHP_INT_MAX) instanceof Timeout);
--EXPECT--
Timeout value must be greater than 0
Timeout value must be greater than 0
Timeout value must be greater than 0
Async\timeout(): Argument #1 ($ms) must be of type int, string given
bool(true)
