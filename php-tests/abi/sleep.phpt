--TEST--
A C function sleeps with a waker and a timeout
--DESCRIPTION--
Rules: ABI-186, ABI-103, ABI-113
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_sleep(0); // launches
$yields = [];
for ($i = 0; $i < 10; $i++) {
    $start = hrtime(true);
    $ended = async_test_sleep(0);
    $yields[] = hrtime(true) - $start;
}
var_dump($ended);
$start = hrtime(true);
var_dump(async_test_sleep(50));
var_dump(hrtime(true) - $start > min($yields));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
