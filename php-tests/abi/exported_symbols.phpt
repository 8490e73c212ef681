--TEST--
Everything that the header declares as exported resolves at run time
--DESCRIPTION--
Rules: ABI-1, ABI-180, ABI-210
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
foreach (async_test_missing_symbols() as $name) {
    echo "missing: $name\n";
}
echo "looked up\n";
?>
--EXPECT--
looked up
