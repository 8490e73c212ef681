--TEST--
ES-4: error_get_last() and custom error handlers are shared and usable across switches
--DESCRIPTION--
Rules: ES-4, EH-8
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

await(spawn(function () { @trigger_error('remembered'); suspend(); }));
echo error_get_last()['message'], "\n";
$old = await(spawn(fn() => set_error_handler(fn($n, $m) => print "handled $m\n")));
echo $undefined;
--EXPECT--
remembered
handled Undefined variable $undefined
