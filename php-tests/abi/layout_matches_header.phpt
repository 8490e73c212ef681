--TEST--
Sizes, offsets and constants of the Rust side equal the header's
--DESCRIPTION--
Rules: ABI-4, ABI-28, ABI-29, ABI-32, ABI-34, ABI-40, ABI-42, ABI-71, ABI-210, ABI-5, ABI-6, ABI-27, ABI-30, ABI-31, ABI-33, ABI-35
Rules: ABI-36, ABI-37, ABI-38, ABI-39, ABI-43, ABI-44, ABI-45, ABI-46, ABI-47, ABI-48, ABI-49, ABI-50, ABI-51, ABI-52, ABI-53
Rules: ABI-54, ABI-55, ABI-56, ABI-57, ABI-58, ABI-59, ABI-60, ABI-61, ABI-62, ABI-63, ABI-64, ABI-65, ABI-66, ABI-67, ABI-68, ABI-69
Rules: ABI-70, ABI-204, ABI-205, ABI-206, ABI-207, ABI-209
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
