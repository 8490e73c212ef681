--TEST--
Outsider (e): another extension puts functions of its own in front of the reactor's, with allow_override, and counts
--DESCRIPTION--
Rules: ABI-167, ABI-169, ABI-212
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('counting_reactor')) || !extension_loaded('async_abi_test')) die('skip needs counting_reactor and async_abi_test');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('counting_reactor');
var_dump(counting_reactor_install(), counting_reactor_install());
async_test_sleep(1);
async_test_sleep(1);
echo async_test_fd_wait(60000, 1, true), "\n";
echo json_encode(counting_reactor_counts()), "\n";
// What PHP code waits for goes on.
Async\delay(1);
echo "counts: ", implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
bool(true)
bool(true)
events 1, socket false
{"made":5,"armed":4}
counts: 0 1
