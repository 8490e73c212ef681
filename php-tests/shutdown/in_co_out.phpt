--TEST--
SH-4: a coroutine spawned by a shutdown function runs after it returned: in, out, co
--DESCRIPTION--
Rules: SH-4
Order: independent
--FILE--
<?php
use function Async\spawn;

register_shutdown_function(function () { echo "in\n"; spawn(function () { echo "co\n"; }); echo "out\n"; });
--EXPECT--
in
out
co
