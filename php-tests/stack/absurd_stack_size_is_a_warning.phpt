--TEST--
D2: a fiber.stack_size that no process has room for is a warning at the start, and the default is used
--DESCRIPTION--
Rules: FW-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
foreach (['9223372036854775000', '4611686018427387904', '200G', '64G', '1K', '300001'] as $size) {
    $code = '<?php echo Async\await(Async\spawn(fn() => "ran")), " ", Async\runtime_stats()["fiber_stack_size"], "\n";';
    $result = child_php($code, ['fiber.stack_size' => $size, 'display_startup_errors' => 1]);
    echo "-- $size\n", trim($result['out']), "\n[status {$result['status']}]\n";
}
?>
--EXPECTF--
-- 9223372036854775000
Warning: true_async: fiber.stack_size is larger than any process has room for; coroutines get stacks of 512 KiB in Unknown on line 0
ran 524288
[status 0]
-- 4611686018427387904
Warning: true_async: fiber.stack_size is larger than any process has room for; coroutines get stacks of 512 KiB in Unknown on line 0
ran 524288
[status 0]
-- 200G
Warning: true_async: fiber.stack_size is larger than any process has room for; coroutines get stacks of 512 KiB in Unknown on line 0
ran 524288
[status 0]
-- 64G
ran 68719476736
[status 0]
-- 1K
ran 196608
[status 0]
-- 300001
ran 303104
[status 0]
