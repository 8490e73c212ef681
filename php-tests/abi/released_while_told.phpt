--TEST--
An event that is given back while it tells its subscribers tells them no more; a poll event that asks for nothing hears of the end
--DESCRIPTION--
Rules: ABI-82, ABI-83, ABI-148, ABI-155, ABI-158
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
watchdog();
var_dump(async_test_listen_released(false), async_test_listen_released(true));
[$in, $out] = pair('local');
async_test_io_write($out, text(1000));
echo json_encode(async_test_io_released($in)), "\n";
finish($out);
echo async_test_poll_of_nothing(), "\n";
// Of three: what else the machine does in one of them is not its cost.
$seconds = fn(int $count) => min(array_map(fn() => async_test_proxies($count), range(1, 3)));
echo $seconds(20_000) < 20 * max(0.001, $seconds(2_000)) ? 'by the number' : 'quadratic', "\n";
var_dump(async_test_counts()[0]);
?>
--EXPECT--
int(1)
int(1)
[1,true]
before: 0, told: yes, disconnected
by the number
int(0)
