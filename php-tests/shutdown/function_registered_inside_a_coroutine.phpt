--TEST--
SH-4: shutdown functions registered in coroutines and in shutdown functions run, in order
--DESCRIPTION--
Rules: SH-4, ES-4
Order: dependent
--FILE--
<?php
use function Async\spawn;

spawn(function () { register_shutdown_function(fn() => print "from coroutine\n"); });
register_shutdown_function(function () { echo "from main\n"; register_shutdown_function(fn() => print "nested\n"); });
--EXPECT--
from main
from coroutine
nested
