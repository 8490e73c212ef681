--TEST--
OB-6: ob_start() inside an output callback keeps the stock fatal error in a coroutine
--DESCRIPTION--
Rules: OB-6, SH-30
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php('<?php Async\spawn(function () { ob_start(function ($b) { ob_start(); return "x"; }); '
    . 'echo "a"; ob_end_flush(); echo "not reached"; });'));
--EXPECTF--

Fatal error: ob_start(): Cannot use output buffering in output buffering display handlers in child.php on line 1
[status 255]
