--TEST--
Switch handlers see every leave and enter and the finish; one-shot handlers see one
--DESCRIPTION--
Rules: ABI-130, ABI-131
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_switch_handlers();
?>
--EXPECT--
index 0
entry
one-shot index 1
duplicate index 0
kept handler: enter false, finishing false
one-shot handler: enter false, finishing false
kept handler: enter true, finishing false
between
kept handler: enter false, finishing false
kept handler: enter true, finishing false
end of entry
kept handler: enter false, finishing true
