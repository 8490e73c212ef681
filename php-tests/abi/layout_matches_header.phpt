--TEST--
Sizes, offsets and constants of the Rust side equal the header's
--DESCRIPTION--
Rules: ABI-4, ABI-28, ABI-29, ABI-32, ABI-34, ABI-40, ABI-42, ABI-71, ABI-210
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
foreach (async_test_layout() as $difference) {
    echo $difference, "\n";
}
echo "compared\n";
?>
--EXPECT--
compared
