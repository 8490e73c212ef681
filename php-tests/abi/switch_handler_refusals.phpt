--TEST--
NULL handlers and changes during execution are refused with a warning
--DESCRIPTION--
Rules: ABI-130
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_switch_handler_refusals();
echo "end\n";
?>
--EXPECTF--
Warning: %s in %s on line %d
NULL handler: 0
next index true

Warning: %s in %s on line %d
in execution: add 0

Warning: %s in %s on line %d
in execution: remove false

Warning: %s in %s on line %d
in execution: destroyed false
kept handler: enter true, finishing false
destroyed true
remove true
moved down true
remove true
end
