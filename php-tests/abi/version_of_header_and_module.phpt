--TEST--
The module reports the version that the header was written for
--DESCRIPTION--
Rules: ABI-21, ABI-3
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
var_dump(async_test_versions());
?>
--EXPECT--
array(4) {
  [0]=>
  string(21) "TrueAsync ABI v0.25.0"
  [1]=>
  string(21) "TrueAsync ABI v0.25.0"
  [2]=>
  int(6400)
  [3]=>
  int(6400)
}
