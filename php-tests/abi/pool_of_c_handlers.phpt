--TEST--
A pool of C handlers, used by C code and then from PHP
--DESCRIPTION--
Rules: ABI-48, ABI-165, ABI-166, ABI-38, ABI-87, PO-6, PO-11, PO-18
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
$pool = async_test_pool();
echo get_class($pool), " of ", count($pool), "\n";
$r = $pool->acquire();
var_dump($r, $pool->activeCount(), $pool->getState()->name);
$pool->release($r);
$pool->close();
$pool = null;
echo "end\n";
?>
--EXPECT--
made 1
flags 31, min 1, max 2, references 1, closed false
new: Pool(idle=1, active=0, reserved=0, max=2)
before acquire 1
got true 1
made 2
got true 2
all lent: Pool(idle=0, active=2, reserved=0, max=2)
got false, exception false
got false
after 1 ms: Async\TimeoutException: Operation has been cancelled by timeout
before release 1
before release 2
destroyed 2
given back: Pool(idle=1, active=0, reserved=0, max=2)
references 2, wrapper true, event of the object true, second object the same true
Async\Pool of 1
before acquire 1
int(1)
int(1)
string(6) "ACTIVE"
before release 1
destroyed 1
end
